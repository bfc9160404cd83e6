/** The nodes of a graph that lead back to themselves through others (Tarjan's strongly connected components of two or more nodes). */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

export function circles(arrows: Arrows): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    path.push(node)
    for (const next of arrows.get(node) ?? []) {
      if (!order.has(next)) lowest.set(node, Math.min(lowest.get(node)!, visit(next)))
      else if (path.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, order.get(next)!))
    }
    if (lowest.get(node) === order.get(node)) {
      const circle = path.splice(path.indexOf(node))
      if (circle.length > 1) found.push(circle.sort())
    }
    return lowest.get(node)!
  }
  for (const node of arrows.keys()) if (!order.has(node)) visit(node)
  return found
}
