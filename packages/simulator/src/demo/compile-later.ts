/**
 * A market at rest calls each of its functions now and then: V8 takes a minute's calls for a hot loop, and compiles for longer than it ever
 * gains (decision 0043). Code that is hot under load is compiled all the same, a moment later. A Node that does not know the words says so and runs on.
 */
import { setFlagsFromString } from 'node:v8'

/** Ten times V8's own. */
const CALLS = { maglev: 4_000, turbofan: 30_000 } as const

export function compileLater(): void {
  for (const [compiler, calls] of Object.entries(CALLS)) setFlagsFromString(`--invocation-count-for-${compiler}=${calls}`)
}
