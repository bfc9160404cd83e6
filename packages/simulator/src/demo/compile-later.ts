/**
 * A quiet market calls each of its functions only occasionally. V8 takes a minute's calls for a hot loop, and spends more time compiling than it ever
 * gains (decision 0043). Code that is hot under load is still compiled, a moment later. A Node that does not know the flag reports it and continues.
 */
import { setFlagsFromString } from 'node:v8'

/** Ten times V8's default. */
const CALLS = { maglev: 4_000, turbofan: 30_000 } as const

export function compileLater(): void {
  for (const [compiler, calls] of Object.entries(CALLS)) setFlagsFromString(`--invocation-count-for-${compiler}=${calls}`)
}
