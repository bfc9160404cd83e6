import { afterAll, describe, expect, it } from 'vitest'
import { newDataDir, removeDataDir } from '../product.ts'
import { calls } from './calls.ts'
import { fuzzFirst, fuzzRound, openFuzzed } from './round.ts'
import { checkReplay } from '../replay.ts'

/** One whole round, however fast the machine is. More follow for `PARLEY_FUZZ_SECONDS`, and for the hour of `npm run fuzz`. */
const SECONDS = Number(process.env['PARLEY_FUZZ_SECONDS'] ?? 0)
const seed = Number(process.env['PARLEY_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

describe(`every call and every frame with whatever comes (PARLEY_SEED=${seed})`, () => {
  // One for each attempt: what the first has created would be in the way of the second.
  const dataDirs: string[] = []
  afterAll(() => dataDirs.forEach(removeDataDir))

  // Proves W 1.21, W 4.24.
  it('is answered according to the catalogue, in time, and changes nothing partially', { timeout: 600_000 + SECONDS * 1_000 }, async () => {
    const dataDir = newDataDir()
    dataDirs.push(dataDir)
    const fuzzed = await openFuzzed(dataDir)
    try {
      const until = Date.now() + SECONDS * 1_000
      // By then every call and every frame has succeeded, however slow the machine is.
      let sent = await fuzzFirst(fuzzed)
      for (let round = 0; round === 0 || Date.now() < until; round++)
        sent += await fuzzRound(fuzzed, seed + round, 1, () => round > 0 && Date.now() >= until)
      console.log(`${sent} sent\n${fuzzed.coverage.report()}`)
      expect(sent).toBeGreaterThan(calls.length)
    } finally {
      await fuzzed.floor.close()
    }
    await checkReplay(dataDir)
  })
})
