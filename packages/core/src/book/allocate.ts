/**
 * Divides one order between several accounts (rulebook 5.20). The parts are laid end to end along the fills. If a part or a fill ends inside the
 * other, both pieces must be blocks. The parts keep their given order if that works; otherwise the first order that works is used. Deterministic.
 */
export type Piece = {
  /** Indexes into the given fills and parts. */
  readonly fill: number
  readonly part: number
  readonly quantity: number
}

/**
 * Pieces in the order of the fills; undefined if every order of the parts leaves a piece below `minimum`. Fills and parts must add up to the same
 * quantity.
 */
export function allocate(fills: readonly number[], parts: readonly number[], minimum: number): readonly Piece[] | undefined {
  const order = orderOf(fills, parts, minimum)
  return order === undefined ? undefined : piecesOf(fills, parts, order)
}

/** Depth-first search for the next part. A set of parts has the same total in any order, so each set is tried once. */
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

/** Whether every piece into which the fills cut the range is a block. */
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

/**
 * An acceptable allocation close to the given one: a part that ends too close to the end of a fill is moved to end there. Undefined if that fails
 * too.
 */
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
