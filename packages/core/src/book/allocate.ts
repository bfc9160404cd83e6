/**
 * One order over several accounts (rulebook 5.20): the parts are laid end to end along the fills, in the order in which those trade, and where
 * one ends inside the other both pieces have to be blocks of their own. The order of the parts is as given where that will do; else the first
 * order that does. Pure, and the same for the same fills and parts.
 */
export type Piece = {
  /** The place of the fill, and of the part, among those given. */
  readonly fill: number
  readonly part: number
  readonly quantity: number
}

/** Pieces in the order of the fills; undefined where no order of the parts gives blocks of at least `minimum`. Both sums are the same. */
export function allocate(fills: readonly number[], parts: readonly number[], minimum: number): readonly Piece[] | undefined {
  const order = orderOf(fills, parts, minimum)
  return order === undefined ? undefined : piecesOf(fills, parts, order)
}

/** Depth first over which part comes next. Where a set of parts ends depends on the set alone, so that each set is looked at once. */
function orderOf(fills: readonly number[], parts: readonly number[], minimum: number): readonly number[] | undefined {
  const ends = endsOf(fills)
  const tried = new Set<number>()
  const from = (used: number, at: number, order: readonly number[]): readonly number[] | undefined => {
    if (order.length === parts.length) return order
    if (tried.has(used)) return undefined
    tried.add(used)
    for (const [part, quantity] of parts.entries()) {
      if ((used & (1 << part)) !== 0 || !fits(ends, at, at + quantity, minimum)) continue
      const found = from(used | (1 << part), at + quantity, [...order, part])
      if (found !== undefined) return found
    }
    return undefined
  }
  return from(0, 0, [])
}

function endsOf(fills: readonly number[]): readonly number[] {
  let end = 0
  return fills.map((fill) => (end += fill))
}

/** Whether every piece of the stretch is a block: those that fills cut it into, the first and the last among them. */
function fits(ends: readonly number[], from: number, to: number, minimum: number): boolean {
  let at = from
  for (const end of ends) {
    if (end <= from) continue
    const next = Math.min(end, to)
    if (next - at < minimum) return false
    at = next
    if (at === to) return true
  }
  return false
}

function piecesOf(fills: readonly number[], parts: readonly number[], order: readonly number[]): readonly Piece[] {
  const pieces: Piece[] = []
  let fill = 0
  let left = fills[0] ?? 0
  for (const part of order) {
    let open = parts[part]!
    while (open > 0) {
      const quantity = Math.min(open, left)
      pieces.push({ fill, part, quantity })
      open -= quantity
      left -= quantity
      if (left === 0) left = fills[++fill] ?? 0
    }
  }
  return pieces
}

/** Parts near those asked for that would be accepted: each that ends too near the end of a fill ends there. Undefined where that does not do. */
export function nearestAllocation(fills: readonly number[], parts: readonly number[], minimum: number): readonly number[] | undefined {
  const ends = endsOf(fills)
  const whole = ends.at(-1) ?? 0
  let at = 0
  let asked = 0
  const near = parts.map((part, place) => {
    asked += part
    const close = ends.find((end) => Math.abs(end - asked) < minimum)
    const to = place === parts.length - 1 ? whole : (close ?? asked)
    const quantity = to - at
    at = to
    return quantity
  })
  return near.every((quantity) => quantity >= minimum) && allocate(fills, near, minimum) !== undefined ? near : undefined
}
