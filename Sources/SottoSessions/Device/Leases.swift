/// Places of sending chains that one commit reserved.
///
/// Rule DS-14.
struct Leases {
}
