/// Finds which nodes lie on common cycles: the strongly connected components of a graph.
enum CycleFinder {
    /// For each node a number that it shares with those that it feeds and that feed it, directly or
    /// by way of others.
    ///
    /// Tarjan's algorithm (SIAM Journal on Computing 1, 1972), with a list instead of recursion.
    static func components(_ following: [[Int]]) -> [Int] {
        let unseen = -1
        var component = following.map { _ in unseen }
        var number = component
        var lowest = component
        var place = following.map { _ in 0 }
        var open: [Int] = []
        var count = 0
        for start in following.indices where number[start] == unseen {
            var path = [start]
            while let node = path.last {
                if number[node] == unseen {
                    number[node] = count
                    lowest[node] = count
                    count += 1
                    open.append(node)
                }
                if place[node] < following[node].count {
                    let next = following[node][place[node]]
                    place[node] += 1
                    if number[next] == unseen {
                        path.append(next)
                    } else if component[next] == unseen {
                        lowest[node] = min(lowest[node], number[next])
                    }
                    continue
                }
                path.removeLast()
                if let above = path.last { lowest[above] = min(lowest[above], lowest[node]) }
                if lowest[node] == number[node] {
                    while let member = open.popLast() {
                        component[member] = node
                        if member == node { break }
                    }
                }
            }
        }
        return component
    }
}
