@main enum GenerateVectors { static func main() {} }
