enum VectorFiles {}
