/** Everything in the builder that is derived from the form and the market, checked with the server's rules before anything is sent. */
import type { CounterpartyView } from '@parley/contracts'
import {
  ALL_MAKERS,
  checkStructure,
  createRefusal,
  describeStructure,
  type DeskId,
  explainMinimumBlock,
  formatQuantity,
  type Leg,
  type MinimumBlockExplanation,
  parsePrice,
  parseQuantity,
  parseRatio,
  type ProductCode,
  type Quantity,
  recognise,
  type Refusal,
  RFQ_LIFETIME_MS,
  type RfqId,
  roundToIncrement,
  type Structure,
  type UserId,
  venues,
  withCommas,
} from '@parley/core'
import type { LegTerms, RfqTerms } from '@parley/client'
import { LABEL_CHARACTERS, tooLongText } from '../../../components/text-limit.ts'
import { structureGreeks, structureMark, type StructureGreeks } from '../../../live/marks.ts'
import type { BuilderForm, FormLeg } from './builder-form.ts'
import type { Instruments, Marks } from './chain.ts'
import { deltaHedge, hedgeMark, isHedgeKnown } from './delta-hedge.ts'

export type BuilderFacts = {
  readonly venue: string
  readonly desk: string
  readonly instruments: Instruments
  readonly marks: Marks
  /** The makers that can be asked at this venue; empty until they are loaded. */
  readonly makers: readonly CounterpartyView[]
  readonly areMakersLoaded: boolean
  /** The desk's accounts at the venue, by name. */
  readonly accounts: readonly string[]
  readonly defaultAccountOf: (codes: readonly ProductCode[]) => string | undefined
  /** Why nothing can be sent with an account at the moment. */
  readonly settlingRefusal: (account: string) => string | undefined
  /** Whether the operator offers hedges to the desk. */
  readonly isHedgeOffered: boolean
  readonly openRfqs: number
  readonly drafts: number
  readonly now: number
}

export type Problem = { readonly message: string; readonly field: string | undefined; readonly rule: string | undefined }

const LINE = 'line'

/** A line that cannot be read, or differs from the form, takes precedence over every other problem, so that nothing unintended is sent. */
export const withUnread = (summary: BuilderSummary, words: string | undefined): BuilderSummary =>
  words === undefined ? summary : { ...summary, problem: { message: words, field: LINE, rule: undefined } }

/** Such a line also blocks drafts and markets. */
export const unreadLine = ({ problem }: Pick<BuilderSummary, 'problem'>): string | undefined =>
  problem?.field === LINE ? problem.message : undefined

export type BuilderSummary = {
  readonly structure: Structure | undefined
  /** The legs as they would be sent, including the automatic hedge. */
  readonly legs: readonly FormLeg[]
  readonly hedge: FormLeg | undefined
  readonly legTerms: readonly LegTerms[]
  readonly name: string
  readonly description: string
  readonly minimum: MinimumBlockExplanation | undefined
  readonly mark: number | undefined
  readonly quoteCurrency: string
  readonly greeks: StructureGreeks | undefined
  readonly asked: readonly string[]
  /** The user's default for the first leg's product. */
  readonly defaultAccount: string | undefined
  /** Why the legs are not yet what the user would send, not even as a draft or a market. */
  readonly unready: string | undefined
  /** Why it cannot be sent. A draft may lack only the makers. */
  readonly problem: Problem | undefined
}

export function summarise(form: BuilderForm, facts: BuilderFacts): BuilderSummary {
  const hedge = form.isAutoHedged ? deltaHedge(form.legs, facts.instruments, facts.marks, form.hedgeAt) : undefined
  const legs = hedge === undefined ? form.legs : [...form.legs, hedge]
  const legTerms = legs.map(({ hedgePrice, ...leg }) => ({ ...leg, price: hedgePrice }))
  const structure = structureOf(legs, facts.instruments)
  const refused = structure === undefined ? undefined : checkStructure(structure)
  const isSound = structure !== undefined && refused === undefined
  const defaultAccount = facts.defaultAccountOf((structure?.legs ?? []).map(({ instrument }) => instrument.productCode))
  const asked = form.makers ?? facts.makers.map((maker) => maker.desk_name)
  const unready = unreadyReason(form, facts)
  return {
    structure,
    legs,
    hedge,
    legTerms,
    name: structure === undefined ? (legs.length === 0 ? 'No structure chosen' : 'Incomplete structure') : recognise(structure).name,
    description: isSound ? describeStructure(structure) : '',
    minimum: isSound ? explainMinimumBlock(structure) : undefined,
    mark: structure === undefined ? undefined : structureMark(legTerms, facts.marks),
    quoteCurrency: structure?.legs[0]?.instrument.quoteCurrency ?? form.currency,
    greeks: structure === undefined ? undefined : structureGreeks(legTerms, Number(form.quantity) || 1, facts.marks),
    asked,
    defaultAccount,
    unready,
    problem:
      problemOf(form, facts, legs, structure, refused, asked) ??
      accountProblem(form, facts, defaultAccount) ??
      (unready === undefined ? undefined : said(unready, 'legs')),
  }
}

const NO_HEDGES = 'Delta hedging is not available to your desk. Remove the hedge.'

function unreadyReason(form: BuilderForm, { instruments, marks, isHedgeOffered }: BuilderFacts): string | undefined {
  if (form.isExample) return 'This is an example. Use it, click a price, choose a structure or paste an RFQ line.'
  if (!isHedgeOffered && (form.isAutoHedged || form.legs.some(({ hedgePrice }) => hedgePrice !== undefined))) return NO_HEDGES
  if (!form.isAutoHedged || form.legs.length === 0) return undefined
  return isHedgeKnown(form.legs, instruments, marks)
    ? slippedHedge(form, instruments, marks)
    : 'The hedge is unavailable until every leg has a mark.'
}

/** A mistyped digit in the hedge price would trade it far from the market. */
function slippedHedge({ hedgeAt }: BuilderForm, instruments: Instruments, marks: Marks): string | undefined {
  const mark = hedgeAt === undefined ? undefined : hedgeMark(instruments, marks)
  if (hedgeAt === undefined || mark === undefined) return undefined
  const away = Math.abs(Number(hedgeAt) / mark - 1)
  return away <= MAX_HEDGE_AWAY
    ? undefined
    : `The line hedges at ${withCommas(hedgeAt)}, which is ${Math.round(away * 100)} % from the mark of ${withCommas(mark.toFixed(2))}.`
}

/** As a share of its mark, because a hedge trades at a current price. */
const MAX_HEDGE_AWAY = 0.1

/** The first problem, in the order in which the server checks. */
function problemOf(
  form: BuilderForm,
  facts: BuilderFacts,
  legs: readonly FormLeg[],
  structure: Structure | undefined,
  refused: Refusal | undefined,
  asked: readonly string[],
): Problem | undefined {
  if (legs.length === 0) return said('Choose a structure on the left, or click prices in the chain.', 'legs')
  if (structure === undefined) return said('Enter valid ratios (up to 4 decimals) and hedge prices (up to 8 decimals).', 'legs')
  if (refused !== undefined) return worded(refused)
  if (form.quantity === undefined) return said('Enter a valid quantity.', 'quantity')
  const quantity = parseQuantity(form.quantity)
  if (quantity === undefined || quantity === 0) return said('Enter a quantity.', 'quantity')
  const long = tooLongText(form.label, LABEL_CHARACTERS)
  if (long !== undefined) return said(`Label: ${long}`, 'label')
  if (form.makers !== undefined && asked.length === 0) return said('At least one counterparty must be specified', 'counterparties')
  const explained = explainMinimumBlock(structure)
  const refusal = createRefusal(
    {
      kind: 'CreateRfq',
      audience: 'DIRECT',
      actor: { desk: facts.desk as DeskId, user: '' as UserId, via: '' },
      id: '' as RfqId,
      venue: form.venue,
      baseCurrency: form.currency,
      structure,
      quantity,
      makers: (form.makers ?? []) as readonly DeskId[],
      isTakerAnonymous: form.isAnonymous,
      account: form.account,
      ...(form.takerSide === undefined ? {} : { side: form.takerSide }),
      goodForMs: form.goodForMs,
      as: 'OPEN',
      ...(asksVenue(form) ? { alsoAsksVenue: true } : {}),
      facts: {
        eligibleMakers: facts.makers.map((maker) => maker.desk_name as DeskId),
        minimumBlock: explained.minimum,
        quantityIncrement: explained.increment,
        draftsOfDesk: facts.drafts,
      },
    },
    facts.openRfqs,
  )
  return refusal && worded(refusal)
}

const accountProblem = (form: BuilderForm, facts: BuilderFacts, defaultAccount: string | undefined): Problem | undefined => {
  if (facts.accounts.length === 0) return said('Your desk has no account at this venue. An administrator can connect one.', 'account_name')
  const account = form.account === '' ? defaultAccount : form.account
  if (account === undefined) return said('No default account covers all products in this structure. Choose an account.', 'account_name')
  const why = facts.settlingRefusal(account)
  return why === undefined ? undefined : said(why, 'account_name')
}

/** The nearest accepted quantity: a multiple of the increment and at least the minimum block (rulebook 3.17). */
export const nearestQuantity = (typed: string, { minimum, increment }: Pick<MinimumBlockExplanation, 'minimum' | 'increment'>): string =>
  formatQuantity(Math.max(minimum, roundToIncrement(parseQuantity(typed) ?? minimum, increment)) as Quantity)

const said = (message: string, field: string): Problem => ({ message, field, rule: undefined })
const worded = (refusal: Refusal): Problem => ({ message: refusal.message, field: refusal.field, rule: refusal.rule })

export function structureOf(legs: readonly FormLeg[], instruments: Instruments): Structure | undefined {
  if (legs.length === 0) return undefined
  const read = legs.map((leg) => legOf(leg, instruments))
  return read.every((leg) => leg !== undefined) ? { legs: read } : undefined
}

function legOf(leg: FormLeg, instruments: Instruments): Leg | undefined {
  const instrument = instruments.get(leg.instrumentId)
  const ratio = parseRatio(leg.ratio)
  if (instrument === undefined || ratio === undefined) return undefined
  if (leg.hedgePrice === undefined) return { instrument, side: leg.side, ratio }
  const price = parsePrice(leg.hedgePrice)
  return price === undefined ? undefined : { instrument, side: leg.side, ratio, price }
}

/** The switch keeps its value while another venue is shown. */
export const asksVenue = ({ alsoAsksVenue, venue }: BuilderForm): boolean => alsoAsksVenue && venues[venue].hasMakers

/** The RFQ to be sent to the makers. */
export function requestTerms(form: BuilderForm, summary: BuilderSummary, state: 'OPEN' | 'DRAFT'): DirectTerms {
  return {
    audience: 'DIRECT',
    venue: form.venue,
    quantity: form.quantity ?? '',
    legs: summary.legTerms,
    // The displayed makers are asked. The group is sent only if it has the same makers.
    counterparties: form.makers ?? summary.asked,
    groups: form.makers === undefined ? [ALL_MAKERS] : form.group === undefined ? undefined : [form.group],
    isTakerAnonymous: form.isAnonymous,
    takerSide: form.takerSide,
    goodForMs: form.goodForMs === RFQ_LIFETIME_MS ? undefined : form.goodForMs,
    ...(asksVenue(form) ? { alsoAsksVenue: true } : {}),
    state,
    account: form.account === '' ? summary.defaultAccount : form.account,
    label: form.label.trim() === '' ? undefined : form.label.trim(),
  }
}

type DirectTerms = RfqTerms & { readonly audience: 'DIRECT' }
