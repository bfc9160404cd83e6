/** A small seeded generator (sfc32), so that a seed reproduces a whole market. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Standard normal. */
  normal(): number
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string
}

/** Each purpose gets its own stream, so that ordering a fault does not move the market. */
export function createRandom(seed: number, purpose: string): Random {
  const next = sfc32(seed | 0, hash(purpose), 0x9e3779b9, 1)
  for (let warm = 0; warm < 16; warm += 1) next()
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex: (digits) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join(''),
  }
}

function sfc32(a: number, b: number, c: number, counter: number): () => number {
  return () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return (t >>> 0) / 4294967296
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value
}
