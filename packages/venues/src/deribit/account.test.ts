import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity } from '@parley/core'
import { asList } from '../adapter/wire-object.ts'
import type { AccountFinding } from '../port/venue-port.ts'
import { checkOf, modeOf, type CheckedAccount } from './account-check.ts'
import { balancesFromWire, positionsFromWire, recordedFromWire, summaryFromWire } from './account-wire.ts'
import { frameFromWire } from './frames.ts'
import { createLocks } from './locks.ts'

const textOf = (name: string): string => readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')

function resultOf(text: string): unknown {
  const frame = frameFromWire(text)
  return frame.kind === 'ANSWER' && frame.answer.kind === 'RESULT' ? frame.answer.result : undefined
}

describe('what an account holds', () => {
  it('is read exactly, with sold positions negative and flat ones left out', () => {
    expect(positionsFromWire(resultOf(textOf('positions')))).toEqual([
      {
        instrumentName: 'ETH-26MAR27-3200-P',
        quantity: -quantity('250'),
        averagePrice: price('0.14025'),
        markPrice: 0.1402,
        initialMargin: 41.85,
      },
      {
        instrumentName: 'BTC-PERPETUAL',
        quantity: quantity('200010'),
        averagePrice: price('91478.53123457'),
        markPrice: 91_479.21,
        initialMargin: 0.04372,
        liquidationPrice: 40_211.5,
      },
    ])
    expect(positionsFromWire([{ instrument_name: 'X', direction: 'sell', size: 3, average_price: 1 }])).toMatchObject([
      { quantity: -quantity('3') },
    ])
    expect(positionsFromWire([])).toEqual([])
  })

  it('has a balance for each currency, and a name', () => {
    const result = resultOf(textOf('account-summaries'))
    expect(balancesFromWire(result)).toEqual([
      { currency: 'BTC', equity: 302.61869214, available: 301.38059622 },
      { currency: 'ETH', equity: 100, available: 99.999598 },
    ])
    expect(summaryFromWire(result)).toEqual({ name: 'AMBR_main', id: '4711', marginModel: undefined })
  })

  it.each([[{}], [{ instrument_name: 'X' }], [{ instrument_name: 'X', size: '1', average_price: 1 }], [null]])(
    'is not known at all where one row says too little: %j',
    (row) => {
      const rows = asList(resultOf(textOf('positions')))
      expect(positionsFromWire([...rows, row])).toBeUndefined()
      expect(balancesFromWire({ summaries: [{ currency: 'BTC', equity: 1, available_funds: 1 }, row] })).toBeUndefined()
    },
  )
})

describe('a block in the record', () => {
  const [row] = asList(resultOf(textOf('block-trades')))

  it("has the party's own sides, the fee of each leg and a negative fee for a rebate, also from a block RFQ", () => {
    expect(recordedFromWire(row)).toEqual({
      id: 'BLOCK-61',
      venueTradeId: 'BLOCK-61',
      at: 1_795_262_390_000,
      role: 'TAKER',
      legs: [
        {
          instrumentName: 'ETH-26MAR27-3200-P',
          side: 'BUY',
          price: price('0.1405'),
          quantity: quantity('250'),
          fee: price('0.075'),
          feeCurrency: 'ETH',
        },
        {
          instrumentName: 'ETH-PERPETUAL',
          side: 'SELL',
          price: price('3020.15'),
          quantity: quantity('100001'),
          fee: price('-0.00827773'),
          feeCurrency: 'ETH',
        },
      ],
    })
  })

  it.each([{ fee: null }, { fee_currency: undefined }, { liquidity: 'M' }, { direction: 'zero' }, { amount: '250' }, { price: undefined }])(
    'is not read by half: %j',
    (change) => {
      const { trades, ...block } = row as { readonly trades: readonly object[] }
      expect(recordedFromWire({ ...block, trades: [{ ...trades[0], ...change }, trades[1]] })).toBeUndefined()
    },
  )
})

it('any response, broken or truncated, is parsed completely or not at all', () => {
  for (const name of ['positions', 'account-summaries', 'block-trades', 'instruments']) {
    const whole = textOf(name)
    const cut = fc.integer({ min: 0, max: whole.trimEnd().length - 1 }).map((length) => whole.slice(0, length))
    fc.assert(
      fc.property(cut, (text) => frameFromWire(text).kind === 'OTHER'),
      { numRuns: 30 },
    )
  }
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.anything().map((value) => JSON.stringify({ id: 1, result: value })),
      ),
      (text) => {
        const result = resultOf(text)
        const [positions, balances] = [positionsFromWire(result), balancesFromWire(result)]
        expect(positions?.every(({ quantity: held }) => Number.isSafeInteger(held)) ?? true).toBe(true)
        expect(balances?.every(({ equity }) => Number.isFinite(equity)) ?? true).toBe(true)
        summaryFromWire(result)
        expect(recordedFromWire(result)?.legs.length ?? 1).toBeGreaterThan(0)
        createLocks().status(result)
        createLocks().changed(result)
      },
    ),
  )
  const fields = Object.keys(asList(resultOf(textOf('positions')))[1] as object)
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), fc.anything()), (change) => {
      const [first] = asList(resultOf(textOf('positions')))
      const rows = positionsFromWire([{ ...(first as object), ...change }])
      expect(rows === undefined || rows.every((one) => one.quantity !== 0 && Number.isSafeInteger(one.averagePrice))).toBe(true)
    }),
  )
})

const SCOPES = ['mainaccount', 'account:read', 'trade:read_write', 'wallet:none', 'block_trade:read_write', 'block_rfq:read_write']
const sound: CheckedAccount = {
  clientId: 'k7',
  granted: { scopes: SCOPES, features: [] },
  summary: { name: 'AMBR_main', id: '4711', marginModel: 'segregated_pm' },
  aheadMs: 40,
}
const withScope = (scope: string, features: readonly string[] = []): Partial<CheckedAccount> => {
  const subject = scope.split(':')[0]!
  return { granted: { scopes: [...SCOPES.filter((one) => !one.startsWith(`${subject}:`)), scope], features } }
}

describe('what a key is good for', () => {
  it("covers everything that blocks need, each with the venue's own value", () => {
    const { findings, ...check } = checkOf(sound)
    expect(check).toEqual({
      accountName: 'AMBR_main',
      accountId: '4711',
      mode: 'portfolio margin, segregated',
      mayRead: true,
      maySettle: true,
    })
    expect(findings.map(({ about, verdict }) => `${about} ${verdict}`)).toEqual([
      'KEY GOOD',
      'CLOCK GOOD',
      'MODE GOOD',
      'READ GOOD',
      'TRADE GOOD',
      'BLOCK_TRADE GOOD',
      'BLOCK_RFQ GOOD',
      'WITHDRAW GOOD',
      'ADDRESSES NOT_SAID',
      'KEY_END NOT_SAID',
    ])
  })

  const table: readonly (readonly [
    change: Partial<CheckedAccount>,
    about: AccountFinding['about'],
    verdict: AccountFinding['verdict'],
    settles: boolean,
    words: RegExp,
  ])[] = [
    [withScope('block_trade:read'), 'BLOCK_TRADE', 'BAD', false, /give it the block_trade:read_write scope/i],
    [withScope('block_trade:none'), 'BLOCK_TRADE', 'BAD', false, /give it the block_trade:read_write scope/i],
    [withScope('block_trade:read_write', ['block_trade_approval']), 'BLOCK_TRADE', 'BAD', false, /need manual approval at Deribit/],
    [withScope('block_trade:read_write', ['restricted_block_trades']), 'BLOCK_TRADE', 'WARNING', true, /only this key's blocks/],
    [{ aheadMs: -6_000 }, 'CLOCK', 'WARNING', true, /6000 ms behind Deribit's/],
    [{ aheadMs: 269_000 }, 'CLOCK', 'WARNING', true, /269 s ahead of/],
    [{ aheadMs: 271_000 }, 'CLOCK', 'BAD', false, /Correct the clock/],
    [{ aheadMs: undefined }, 'CLOCK', 'NOT_SAID', true, /did not return its time/],
    [{ summary: undefined }, 'READ', 'WARNING', true, /account:read and trade:read/],
    [{ summary: undefined }, 'MODE', 'NOT_SAID', true, /account:read/],
    [withScope('trade:none'), 'READ', 'WARNING', true, /account:read and trade:read/],
    [withScope('trade:read'), 'TRADE', 'GOOD', true, /cannot trade in Deribit's order book/],
    [withScope('block_rfq:read'), 'BLOCK_RFQ', 'WARNING', true, /block_rfq:read_write/],
    [withScope('wallet:read_write'), 'WITHDRAW', 'WARNING', true, /can withdraw/],
    [withScope('wallet:read'), 'WITHDRAW', 'GOOD', true, /cannot withdraw/],
    [withScope('ip:203.0.113.10'), 'ADDRESSES', 'GOOD', true, /only from 203\.0\.113\.10/],
  ]
  it.each(table)('%j: %s is %s', (change, about, verdict, settles, words) => {
    const { maySettle, findings } = checkOf({ ...sound, ...change })
    expect(findings.find((finding) => finding.about === about)).toMatchObject({ verdict, sentence: expect.stringMatching(words) })
    expect(maySettle).toBe(settles)
  })

  it('is identified by its id if it cannot read the account', () => {
    expect(checkOf({ ...sound, summary: undefined })).toMatchObject({ accountName: 'k7', mayRead: false, maySettle: true })
  })

  it.each([
    ['cross_pm', 'portfolio margin, cross collateral'],
    ['segregated_sm', 'standard margin, segregated'],
    ['isolated_xx', 'isolated_xx'],
  ])('is margined by %s, which reads %s', (model, words) => expect(modeOf(model)).toBe(words))
})

describe('whether the venue is locked', () => {
  it('starts with its status, followed by each change; other coins are ignored', () => {
    const locks = createLocks()
    expect(locks.status({ locked: false, locked_indices: [] })).toBeUndefined()
    expect(locks.status({ locked: 'partial', locked_indices: ['sol_usdc'] })).toBeUndefined()
    expect(locks.changed({ price_index: 'btc_usd', locked: true })).toBe('MAINTENANCE')
    expect(locks.changed({ price_index: 'eth_usd', locked: true })).toBe('MAINTENANCE')
    expect(locks.changed({ price_index: 'btc_usd', locked: false })).toBe('MAINTENANCE')
    expect(locks.changed({ price_index: 'eth_usd', locked: false })).toBeUndefined()
    expect(locks.changed({ maintenance: true })).toBe('MAINTENANCE')
    expect(locks.changed({ allow_unauthenticated_public_requests: true })).toBe('MAINTENANCE')
    expect(locks.changed({ maintenance: false })).toBeUndefined()
    expect(locks.status({ locked: true, locked_indices: ['btc_usd', 'eth_usd'] })).toBe('MAINTENANCE')
    expect(locks.changed({ maintenance: false })).toBeUndefined()
    expect(locks.status({ locked: true, locked_indices: ['btc_usd'] })).toBe('MAINTENANCE')
    expect(locks.changed({ price_index: 'btc_usd', locked: false })).toBeUndefined()
    expect(locks.status({ locked: 'partial', locked_currencies: ['ETH'] })).toBe('MAINTENANCE')
    expect(locks.status({ locked: 'true', locked_indices: [] })).toBe('MAINTENANCE')
  })
})
