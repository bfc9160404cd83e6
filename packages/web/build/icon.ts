/** Draws the logo as PNG in the sizes that platforms ask for, from the single source `public/favicon.svg`. */
import { deflateSync, crc32 } from 'node:zlib'

type Point = readonly [x: number, y: number]
type Colour = readonly [red: number, green: number, blue: number]
type Mark = { readonly outlines: readonly (readonly Point[])[]; readonly ground: readonly [from: Colour, to: Colour] }

const SIDE = 32
const CORNER = 8
/** A platform may crop a maskable icon to a circle of four fifths of its width. */
const SAFE = 0.8
/** Number of samples per pixel along each axis. */
const LOOKS = 4
const CURVE_STEPS = 16

/** `whole` fills the square to its edge, for platforms that cut the shape themselves. */
export function drawIcon(svg: string, pixels: number, shape: 'rounded' | 'whole'): Buffer {
  const { outlines, ground } = markOf(svg)
  const zoom = shape === 'whole' ? SAFE : 1
  const inLetter = (place: number) => SIDE / 2 + (place - SIDE / 2) / zoom
  const looks = pixels * LOOKS
  const placeOf = (look: number) => ((look + 0.5) / looks) * SIDE
  // How many samples of a pixel fall on the background, and how many on the letter.
  const seen = { ground: new Uint8Array(pixels * pixels), letter: new Uint8Array(pixels * pixels) }
  for (let lookY = 0; lookY < looks; lookY += 1) {
    const y = placeOf(lookY)
    const crossings = crossingsAt(outlines, inLetter(y))
    for (let lookX = 0; lookX < looks; lookX += 1) {
      const x = placeOf(lookX)
      if (shape === 'rounded' && !isInGround(x, y)) continue
      const pixel = Math.floor(lookY / LOOKS) * pixels + Math.floor(lookX / LOOKS)
      seen.ground[pixel]! += 1
      // An odd number of outlines to the right means that the point is inside the letter. This leaves the hole of the letter open.
      if (crossings.filter((one) => one > inLetter(x)).length % 2 === 1) seen.letter[pixel]! += 1
    }
  }
  return png(pixels, rowsOf(pixels, seen, ground))
}

/** Every row begins with its filter type, which is 0 (none). */
function rowsOf(pixels: number, seen: { readonly ground: Uint8Array; readonly letter: Uint8Array }, [from, to]: Mark['ground']): Buffer {
  const rows = Buffer.alloc(pixels * (pixels * 4 + 1))
  for (let pixel = 0, at = 0; pixel < pixels * pixels; pixel += 1) {
    const [row, column] = [Math.floor(pixel / pixels), pixel % pixels]
    if (column === 0) rows[at++] = 0
    const share = seen.ground[pixel] === 0 ? 0 : seen.letter[pixel]! / seen.ground[pixel]!
    for (const part of [0, 1, 2] as const) {
      const base = from[part] + ((to[part] - from[part]) * (column + row)) / (2 * pixels)
      rows[at++] = Math.round(base + (255 - base) * share)
    }
    rows[at++] = Math.round((255 * seen.ground[pixel]!) / (LOOKS * LOOKS))
  }
  return rows
}

/** Reads the path and the two background colours from the drawing. */
function markOf(svg: string): Mark {
  const path = /<path d="([^"]+)"/.exec(svg)?.[1]
  const colours = [...svg.matchAll(/stop-color="#([0-9a-f]{6})"/g)].map(([, hex]) => colourOf(hex!))
  if (path === undefined || colours.length !== 2) throw new Error('The logo drawing must have one path and two colours.')
  return { outlines: outlinesOf(path), ground: [colours[0]!, colours[1]!] }
}

const colourOf = (hex: string): Colour => [0, 2, 4].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)) as unknown as Colour

/** Parses the lines and curves of the drawing. Curves are split into short lines. */
function outlinesOf(path: string): readonly (readonly Point[])[] {
  const outlines: Point[][] = []
  let [x, y] = [0, 0]
  let start: Point = [0, 0]
  let control: Point | undefined
  const to = (nextX: number, nextY: number) => {
    ;[x, y] = [nextX, nextY]
    outlines.at(-1)!.push([x, y])
  }
  const curve = (first: Point, second: Point, end: Point) => {
    const from: Point = [x, y]
    for (let step = 1; step <= CURVE_STEPS; step += 1) to(...bezier(from, first, second, end, step / CURVE_STEPS))
    control = second
  }
  for (const [, command, text] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (text!.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
    const before = control
    control = undefined
    switch (command) {
      case 'M':
      case 'm':
        start = command === 'M' ? [a, b] : [start[0] + a, start[1] + b]
        outlines.push([])
        to(...start)
        break
      case 'H':
        to(a, y)
        break
      case 'h':
        to(x + a, y)
        break
      case 'V':
        to(x, a)
        break
      case 'v':
        to(x, y + a)
        break
      case 'c':
        curve([x + a, y + b], [x + c, y + d], [x + e, y + f])
        break
      case 's':
        curve(before === undefined ? [x, y] : [2 * x - before[0], 2 * y - before[1]], [x + a, y + b], [x + c, y + d])
        break
      case 'Z':
        to(...start)
        break
      default:
        throw new Error(`The logo drawing has an unknown path command: ${command}.`)
    }
  }
  return outlines
}

function bezier(from: Point, first: Point, second: Point, end: Point, at: number): [number, number] {
  const rest = 1 - at
  const of = (axis: 0 | 1) =>
    rest ** 3 * from[axis] + 3 * rest ** 2 * at * first[axis] + 3 * rest * at ** 2 * second[axis] + at ** 3 * end[axis]
  return [of(0), of(1)]
}

/** The points at which the outlines cross a horizontal line. */
const crossingsAt = (outlines: Mark['outlines'], y: number): readonly number[] =>
  outlines.flatMap((outline) =>
    outline.slice(1).flatMap(([toX, toY], at) => {
      const [fromX, fromY] = outline[at]!
      return fromY > y === toY > y ? [] : [fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)]
    }),
  )

function isInGround(x: number, y: number): boolean {
  const outside = (place: number) => Math.max(CORNER - place, place - (SIDE - CORNER), 0)
  return outside(x) ** 2 + outside(y) ** 2 <= CORNER ** 2
}

/** Eight bits each for red, green, blue and alpha. */
function png(pixels: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(pixels, 0)
  head.writeUInt32BE(pixels, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, check])
}
