@main enum ConformanceCommand { static func main() {} }
