enum Suites {}
