import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPlainClient, type PlainClient } from '../../test/plain-client.ts'
import { createDeribitSimulator, type DeribitSimulator } from './simulator.ts'

const MAKER = { clientId: 'maker', clientSecret: 'm', name: 'Maker' }
const TAKER = { clientId: 'taker', clientSecret: 't', name: 'Taker' }

async function startVenue(dataDir?: string, seed = 3): Promise<DeribitSimulator> {
  const simulator = await createDeribitSimulator({
    seed,
    tickMs: 0,
    accounts: [MAKER, TAKER],
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  onTestFinished(() => simulator.close())
  return simulator
}

async function signedIn(simulator: DeribitSimulator, { clientId, clientSecret }: typeof MAKER): Promise<PlainClient> {
  const client = await openPlainClient(simulator.url)
  onTestFinished(() => client.close())
  await client.call('public/auth', { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret })
  return client
}

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deribit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** 25 BTC of a call at its mark, and the calls of both parties. */
function terms(simulator: DeribitSimulator, nonce: string, more: object = {}) {
  const row = simulator.market.instruments().find((one) => one.option_type === 'call' && simulator.market.value(one).mark > 0.05)!
  const price = Number(simulator.market.value(row).mark.toFixed(4))
  return { timestamp: Date.now(), nonce, trades: [{ instrument_name: row.instrument_name, price, amount: 25, direction: 'buy', ...more }] }
}

async function execute(simulator: DeribitSimulator, nonce: string) {
  const [maker, taker] = [await signedIn(simulator, MAKER), await signedIn(simulator, TAKER)]
  const agreed = terms(simulator, nonce)
  const verified = await maker.call('private/verify_block_trade', { ...agreed, role: 'maker' })
  const { signature } = verified.result as { signature: string }
  const request = { ...agreed, role: 'taker', counterparty_signature: signature }
  return { maker, taker, agreed, request, answer: await taker.call('private/execute_block_trade', request) }
}

describe('the block service', { timeout: 60_000 }, () => {
  it('shows each party its own side of the block', async () => {
    const simulator = await startVenue()
    const { maker, taker, answer } = await execute(simulator, 'one')
    expect(answer.result).toMatchObject({ id: 'BLOCK-1', trades: [{ direction: 'sell', liquidity: 'T', amount: 25, state: 'filled' }] })
    expect((await maker.call('private/get_block_trade', { id: 'BLOCK-1' })).result).toMatchObject({
      trades: [{ direction: 'buy', liquidity: 'M' }],
    })
    expect((await taker.call('private/get_block_trades', { currency: 'BTC' })).result).toEqual([answer.result])
  })

  it('executes a nonce once, whichever party repeats the request', async () => {
    const simulator = await startVenue()
    const { taker, maker, agreed, request, answer } = await execute(simulator, 'one')
    expect((await taker.call('private/execute_block_trade', request)).result).toEqual(answer.result)
    const own = (await taker.call('private/verify_block_trade', { ...agreed, role: 'taker' })).error
    expect(own).toMatchObject({ message: 'other_reject nonce_already_used' })
    expect((await maker.call('private/execute_block_trade', { ...request, role: 'maker' })).error).toMatchObject({
      message: 'other_reject roles_must_differ',
    })
    expect(simulator.blocks()).toHaveLength(1)
  })

  it('refuses an invalidated signature', async () => {
    const simulator = await startVenue()
    const [maker, taker] = [await signedIn(simulator, MAKER), await signedIn(simulator, TAKER)]
    const agreed = terms(simulator, 'one')
    const { signature } = (await maker.call('private/verify_block_trade', { ...agreed, role: 'maker' })).result as { signature: string }
    expect((await taker.call('private/invalidate_block_trade_signature', { signature })).error).toMatchObject({ code: -32602 })
    expect((await maker.call('private/invalidate_block_trade_signature', { signature })).result).toBe('ok')
    expect(
      (await taker.call('private/execute_block_trade', { ...agreed, role: 'taker', counterparty_signature: signature })).error,
    ).toMatchObject({ code: 11030 })
  })

  const wrong: readonly (readonly [what: string, leg: object, code: number])[] = [
    ['below the minimum', { amount: 24.9 }, 10021],
    ['no multiple of the lot', { amount: 25.05 }, -32602],
    ['off the block grid', { price: 0.05005 }, 10043],
    ['under the band', { price: 0.0001 }, 10005],
    ['over the band', { price: 0.9 }, 10007],
    ['no instrument', { instrument_name: 'BTC-1JAN20-1-C' }, -32602],
    ['no direction', { direction: 'up' }, -32602],
  ]
  it.each(wrong)('refuses a leg that is %s, in verify and in simulate alike', async (_, leg, code) => {
    const simulator = await startVenue()
    const maker = await signedIn(simulator, MAKER)
    const agreed = terms(simulator, 'one', leg)
    expect((await maker.call('private/verify_block_trade', { ...agreed, role: 'maker' })).error).toMatchObject({ code })
    expect((await maker.call('private/simulate_block_trade', { trades: agreed.trades })).error).toMatchObject({ code })
  })

  it('accepts a small option leg if the futures reach their minimum, and counts the legs together', async () => {
    const simulator = await startVenue()
    const maker = await signedIn(simulator, MAKER)
    const [leg] = terms(simulator, 'one').trades
    const perpetual = Math.round(simulator.market.index('BTC'))
    const hedge = { instrument_name: 'BTC-PERPETUAL', price: perpetual, amount: 200_000, direction: 'sell' }
    const verdict = async (trades: object[]) => (await maker.call('private/simulate_block_trade', { trades })).result
    expect(await verdict([{ ...leg, amount: 1 }, hedge])).toBe(true)
    expect(
      await verdict([
        { ...leg, amount: 1 },
        { ...hedge, amount: 100 },
      ]),
    ).toBeUndefined()
    expect(
      await verdict([
        { ...leg, amount: 12.5 },
        { ...leg, amount: 12.5 },
      ]),
    ).toBe(true)
  })
})

describe('the memory of the venue', { timeout: 60_000 }, () => {
  it('keeps its blocks after a kill, and repeats the same response to the same request', async () => {
    const folder = scratchFolder()
    const before = await startVenue(folder)
    const { request, answer } = await execute(before, 'one')
    // Not closed first: the second venue opens with what the first has stored on disk.
    const after = await startVenue(folder)
    expect(after.blocks()).toEqual(before.blocks())
    const taker = await signedIn(after, TAKER)
    expect((await taker.call('private/execute_block_trade', request)).result).toEqual(answer.result)
    expect(after.blocks()).toHaveLength(1)
  })

  it('accepts a signature from before a kill, even with another seed', async () => {
    const folder = scratchFolder()
    const before = await startVenue(folder)
    const agreed = terms(before, 'one')
    const { signature } = (await (await signedIn(before, MAKER)).call('private/verify_block_trade', { ...agreed, role: 'maker' }))
      .result as { signature: string }
    const after = await startVenue(folder, 4)
    const answer = await (
      await signedIn(after, TAKER)
    ).call('private/execute_block_trade', { ...agreed, role: 'taker', counterparty_signature: signature })
    expect(answer.result).toMatchObject({ id: 'BLOCK-1' })
  })

  it('continues with the prices at which it stopped, and starts fresh if the file is damaged', async () => {
    const folder = scratchFolder()
    const options = { seed: 3, tickMs: 0, speed: 1_000, dataDir: folder }
    const before = await createDeribitSimulator(options)
    before.step(60_000)
    const stood = before.market.index('BTC')
    await before.close()
    const after = await createDeribitSimulator(options)
    expect([after.market.index('BTC'), stood === 91_482]).toEqual([stood, false])
    await after.close()
    writeFileSync(join(folder, 'deribit-market.json'), '{')
    const afresh = await createDeribitSimulator(options)
    expect(afresh.market.index('BTC')).toBe(91_482)
    await afresh.close()
  })

  it('ignores a truncated line, and continues after it', async () => {
    const folder = scratchFolder()
    await execute(await startVenue(folder), 'one')
    const path = join(folder, 'deribit-blocks.jsonl')
    appendFileSync(path, '{"kind":"executed","bl')
    const again = await startVenue(folder)
    expect(again.blocks()).toHaveLength(1)
    await execute(again, 'two')
    expect(
      readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { block: { nonce: string } }).block.nonce),
    ).toEqual(['one', 'two'])
  })
})
