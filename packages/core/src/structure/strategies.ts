/**
 * Every named strategy in its BUY direction (rulebook 3.13). A shape identifies its legs by index: strikes and expiries are numbered from the
 * smallest, so one table serves recognition, description and parsing.
 */
export type StrategyCode =
  | 'CL' | 'PT' | 'CS' | 'PS' | 'SD' | 'SG' | 'CR' | 'PR' | 'CB' | 'PB' | 'CD' | 'PD' | 'CC' | 'PC' | 'FF' | 'FD' | 'FT' | 'FS' | 'CM' | InverseCode // prettier-ignore

/** The same legs with every side reversed (docs/decisions/0030). */
export type InverseCode = 'VL' | 'VT' | 'VF' | 'VD' | 'VC' | 'VP' | 'IB' | 'IY' | 'IC' | 'IP' | 'IS' | 'IG' | 'ID'

export type ShapeLeg = {
  readonly kind: 'CALL' | 'PUT' | 'FUTURE'
  readonly side: 'BUY' | 'SELL'
  readonly ratio: number
  /** Index among the structure's expiries; a perpetual comes first. */
  readonly expiry: number
  /** Index among the structure's strikes; futures have none. */
  readonly strike: number
}

export type Shape = {
  readonly code: StrategyCode
  readonly inverse?: InverseCode
  /** The first word of descriptions. Ratio spreads have none, because they are written as custom structures. */
  readonly word?: string
  /** The name on screens and among traders. */
  readonly name: string
  readonly legs: readonly ShapeLeg[]
  /** The long leg comes first in the text: put spreads read high/low. */
  readonly strikesDescend?: true
}

const letters = { C: 'CALL', P: 'PUT', F: 'FUTURE' } as const

/** `+1 C 0.1`: buy one call of the first expiry and the second strike. */
function leg(text: string): ShapeLeg {
  const [, sign, ratio, letter, expiry, strike] = /^([+-])(\d) ([CPF]) (\d)(?:\.(\d))?$/.exec(text)!
  return {
    kind: letters[letter as 'C' | 'P' | 'F'],
    side: sign === '+' ? 'BUY' : 'SELL',
    ratio: Number(ratio),
    expiry: Number(expiry),
    strike: Number(strike ?? 0),
  }
}

const shape = (code: StrategyCode, word: string | undefined, name: string, legs: string, more: Partial<Shape> = {}): Shape => ({
  code,
  ...(word === undefined ? {} : { word }),
  name,
  legs: legs.split(', ').map(leg),
  ...more,
})

// prettier-ignore
export const shapes: readonly Shape[] = [
  shape('CL', 'Call',     'Call',              '+1 C 0.0', { inverse: 'VL' }),
  shape('PT', 'Put',      'Put',               '+1 P 0.0', { inverse: 'VT' }),
  shape('CS', 'CSpd',     'Call Spread',       '+1 C 0.0, -1 C 0.1', { inverse: 'IC' }),
  shape('PS', 'PSpd',     'Put Spread',        '+1 P 0.1, -1 P 0.0', { inverse: 'IP', strikesDescend: true }),
  shape('SD', 'Straddle', 'Straddle',          '+1 C 0.0, +1 P 0.0', { inverse: 'IS' }),
  shape('SG', 'Strangle', 'Strangle',          '+1 P 0.0, +1 C 0.1', { inverse: 'IG' }),
  // A reversed risk reversal is the other risk reversal.
  shape('CR', 'RRCall',   'Risk Reversal (Call)', '+1 C 0.1, -1 P 0.0'),
  shape('PR', 'RRPut',    'Risk Reversal (Put)',  '+1 P 0.0, -1 C 0.1'),
  shape('CB', 'CFly',     'Call Butterfly',    '+1 C 0.0, -2 C 0.1, +1 C 0.2', { inverse: 'IB' }),
  shape('PB', 'PFly',     'Put Butterfly',     '+1 P 0.0, -2 P 0.1, +1 P 0.2', { inverse: 'IY' }),
  shape('CD', 'CCondor',  'Call Condor',       '+1 C 0.0, -1 C 0.1, -1 C 0.2, +1 C 0.3', { inverse: 'ID' }),
  shape('PD', 'PCondor',  'Put Condor',        '+1 P 0.0, -1 P 0.1, -1 P 0.2, +1 P 0.3', { inverse: 'ID' }),
  // Long wings, short body: a net credit, so the price of the BUY is negative.
  shape('FF', 'IFly',     'Iron Butterfly',    '+1 P 0.0, -1 P 0.1, -1 C 0.1, +1 C 0.2', { inverse: 'VF' }),
  shape('FD', 'ICondor',  'Iron Condor',       '+1 P 0.0, -1 P 0.1, -1 C 0.2, +1 C 0.3', { inverse: 'VD' }),
  shape('CC', 'CCal',     'Call Calendar',     '-1 C 0.0, +1 C 1.0', { inverse: 'VC' }),
  shape('PC', 'PCal',     'Put Calendar',      '-1 P 0.0, +1 P 1.0', { inverse: 'VP' }),
  shape('CC', 'CCal',     'Call Diagonal',     '-1 C 0.0, +1 C 1.1', { inverse: 'VC' }),
  shape('CC', 'CCal',     'Call Diagonal',     '-1 C 0.1, +1 C 1.0', { inverse: 'VC' }),
  shape('PC', 'PCal',     'Put Diagonal',      '-1 P 0.0, +1 P 1.1', { inverse: 'VP' }),
  shape('PC', 'PCal',     'Put Diagonal',      '-1 P 0.1, +1 P 1.0', { inverse: 'VP' }),
  shape('FT', 'Fut',      'Future',            '+1 F 0'),
  shape('FS', 'FSpd',     'Future Spread',     '-1 F 0, +1 F 1'),
  shape('CM', undefined,  'Call Ratio Spread', '+1 C 0.0, -2 C 0.1'),
  shape('CM', undefined,  'Call Ratio Spread', '+1 C 0.0, -3 C 0.1'),
  shape('CM', undefined,  'Put Ratio Spread',  '+1 P 0.1, -2 P 0.0'),
  shape('CM', undefined,  'Put Ratio Spread',  '+1 P 0.1, -3 P 0.0'),
]
