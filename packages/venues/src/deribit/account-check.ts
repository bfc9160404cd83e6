/** Translates a key's scopes, its account and the clocks into findings about settling blocks. Pure. */
import type { AccountCheck, AccountFinding } from '../port/venue-port.ts'
import type { Granted } from './account-session.ts'
import type { AccountSummary } from './account-wire.ts'
import { BLOCK_WINDOW_MS, GOOD_CLOCK_MS, RECORD_MARGIN_MS } from './limits.ts'

export type CheckedAccount = {
  readonly clientId: string
  readonly granted: Granted
  /** Undefined if the key cannot read the account. */
  readonly summary: AccountSummary | undefined
  /** How far our clock is ahead of the venue's, in ms; undefined if the venue did not return its time. */
  readonly aheadMs: number | undefined
}

export function checkOf({ clientId, granted, summary, aheadMs }: CheckedAccount): AccountCheck {
  const { scopes } = granted
  const mayRead = summary !== undefined && allows(scopes, 'account', 'read') && allows(scopes, 'trade', 'read')
  const findings = [
    { about: 'KEY', verdict: 'GOOD', sentence: 'Deribit recognises the key and accepts its signature.', venueWords: scopesText(granted) },
    clockFinding(aheadMs),
    modeFinding(summary),
    readFinding(scopes, mayRead ? 'READABLE' : 'CLOSED'),
    tradeFinding(scopes),
    blockTradeFinding(granted),
    blockRfqFinding(scopes),
    withdrawFinding(scopes),
    addressFinding(scopes),
    { about: 'KEY_END', verdict: 'NOT_SAID', sentence: 'Deribit does not report when a key expires.' },
  ] satisfies readonly AccountFinding[]
  return {
    // A key that cannot read the account can still settle. It is then identified by its id.
    accountName: summary?.name ?? clientId,
    ...(summary?.id === undefined ? {} : { accountId: summary.id }),
    ...(summary?.marginModel === undefined ? {} : { mode: modeOf(summary.marginModel) }),
    mayRead,
    maySettle: findings.every(({ verdict }) => verdict !== 'BAD'),
    findings,
  }
}

type Subject = 'account' | 'trade' | 'wallet' | 'block_trade' | 'block_rfq'

/** read_write includes read. */
const allows = (scopes: readonly string[], subject: Subject, access: 'read' | 'read_write'): boolean =>
  scopes.includes(`${subject}:read_write`) || (access === 'read' && scopes.includes(`${subject}:read`))

/** The venue does not list scopes that the key does not have. */
const scopeOf = (scopes: readonly string[], subject: Subject): string =>
  scopes.find((scope) => scope.startsWith(`${subject}:`)) ?? `${subject}:none`

const scopesText = ({ scopes, features }: Granted): string => [...scopes, ...features].join(' ')

function clockFinding(aheadMs: number | undefined): AccountFinding {
  if (aheadMs === undefined) return { about: 'CLOCK', verdict: 'NOT_SAID', sentence: 'Deribit did not return its time.' }
  const apartMs = Math.abs(Math.round(aheadMs))
  const where = `This server's clock is ${durationText(apartMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} Deribit's`
  const tolerated = BLOCK_WINDOW_MS - RECORD_MARGIN_MS
  if (apartMs <= GOOD_CLOCK_MS)
    return {
      about: 'CLOCK',
      verdict: 'GOOD',
      sentence: `${where}. Blocks settle while the difference is at most ${durationText(tolerated)}.`,
    }
  if (apartMs <= tolerated)
    return {
      about: 'CLOCK',
      verdict: 'WARNING',
      sentence: `${where}. Correct the clock: blocks do not settle if the difference exceeds ${durationText(tolerated)}.`,
    }
  return {
    about: 'CLOCK',
    verdict: 'BAD',
    sentence: `${where}. Deribit does not accept blocks that are more than five minutes off. Correct the clock.`,
  }
}

const durationText = (ms: number): string => (ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`)

function modeFinding(summary: AccountSummary | undefined): AccountFinding {
  if (summary?.marginModel === undefined)
    return { about: 'MODE', verdict: 'NOT_SAID', sentence: 'The margin mode of the account can be read only with the account:read scope.' }
  return {
    about: 'MODE',
    verdict: 'GOOD',
    sentence: `${capital(modeOf(summary.marginModel))}. Blocks settle in any mode.`,
    venueWords: summary.marginModel,
  }
}

/** Translates `cross_pm` into a trader's terms. An unknown model keeps the venue's name. */
export function modeOf(marginModel: string): string {
  const [collateral, margin] = marginModel.split('_')
  const margins: Readonly<Record<string, string>> = { pm: 'portfolio margin', sm: 'standard margin' }
  const collaterals: Readonly<Record<string, string>> = { cross: 'cross collateral', segregated: 'segregated' }
  const [first, second] = [margins[margin ?? ''], collaterals[collateral ?? '']]
  return first === undefined || second === undefined ? marginModel : `${first}, ${second}`
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

function readFinding(scopes: readonly string[], account: 'READABLE' | 'CLOSED'): AccountFinding {
  const venueWords = `${scopeOf(scopes, 'account')} ${scopeOf(scopes, 'trade')}`
  return account === 'READABLE'
    ? { about: 'READ', verdict: 'GOOD', sentence: 'The key can read positions and balances.', venueWords }
    : {
        about: 'READ',
        verdict: 'WARNING',
        sentence: 'The key cannot read positions and balances. Give it account:read and trade:read at Deribit.',
        venueWords,
      }
}

function tradeFinding(scopes: readonly string[]): AccountFinding {
  const venueWords = scopeOf(scopes, 'trade')
  const sentence = allows(scopes, 'trade', 'read_write')
    ? "The key can also trade in Deribit's order book, which blocks do not need."
    : "The key cannot trade in Deribit's order book. Blocks do not need that."
  return { about: 'TRADE', verdict: 'GOOD', sentence, venueWords }
}

function blockTradeFinding({ scopes, features }: Granted): AccountFinding {
  const venueWords = scopeOf(scopes, 'block_trade')
  if (!allows(scopes, 'block_trade', 'read_write'))
    return {
      about: 'BLOCK_TRADE',
      verdict: 'BAD',
      sentence: 'The key cannot settle blocks. Give it the block_trade:read_write scope at Deribit.',
      venueWords,
    }
  if (features.includes('block_trade_approval'))
    return {
      about: 'BLOCK_TRADE',
      verdict: 'BAD',
      sentence:
        'Each block would need manual approval at Deribit within five minutes. Switch off the block_trade_approval feature, or create a key without it.',
      venueWords: `${venueWords} block_trade_approval`,
    }
  if (features.includes('restricted_block_trades'))
    return {
      about: 'BLOCK_TRADE',
      verdict: 'WARNING',
      sentence:
        "The key can settle blocks, but Deribit shows only this key's blocks. Blocks settled with another key are missing from the record. Switch off the restricted_block_trades feature.",
      venueWords: `${venueWords} restricted_block_trades`,
    }
  return { about: 'BLOCK_TRADE', verdict: 'GOOD', sentence: 'The key can verify and execute blocks.', venueWords }
}

function blockRfqFinding(scopes: readonly string[]): AccountFinding {
  const venueWords = scopeOf(scopes, 'block_rfq')
  return allows(scopes, 'block_rfq', 'read_write')
    ? { about: 'BLOCK_RFQ', verdict: 'GOOD', sentence: "The key can also send RFQs to Deribit's own makers.", venueWords }
    : {
        about: 'BLOCK_RFQ',
        verdict: 'WARNING',
        sentence: "The key cannot send RFQs to Deribit's own makers. To allow that, give it the block_rfq:read_write scope.",
        venueWords,
      }
}

function withdrawFinding(scopes: readonly string[]): AccountFinding {
  const venueWords = scopeOf(scopes, 'wallet')
  return allows(scopes, 'wallet', 'read_write')
    ? {
        about: 'WITHDRAW',
        verdict: 'WARNING',
        sentence: 'The key can withdraw, which Parley does not need. Set wallet to none or read at Deribit.',
        venueWords,
      }
    : { about: 'WITHDRAW', verdict: 'GOOD', sentence: 'The key cannot withdraw.', venueWords }
}

function addressFinding(scopes: readonly string[]): AccountFinding {
  const bound = scopes.filter((scope) => scope.startsWith('ip:')).map((scope) => scope.slice('ip:'.length))
  return bound.length > 0
    ? {
        about: 'ADDRESSES',
        verdict: 'GOOD',
        sentence: `The key works only from ${bound.join(', ')}.`,
        venueWords: bound.map((address) => `ip:${address}`).join(' '),
      }
    : {
        about: 'ADDRESSES',
        verdict: 'NOT_SAID',
        sentence:
          "Deribit does not report the IP addresses that the key works from. Restrict the key to this server's addresses at Deribit.",
      }
}
