/// Shows, compares and draws safety numbers.
@main
enum SafetyNumberCommand {
    static func main() {}
}
