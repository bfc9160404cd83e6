/** The limit form: converts its texts to the request and applies the rule before sending. Pure. */
import type { BodyOf, protectionCalls, ProtectionLimitView } from '@parley/contracts'
import { limitRefusal, type Measure, parseQuantity, type ProductCode, type ProtectionLimit, readDecimal } from '@parley/core'
import type { FieldErrors } from '../../components/use-form.ts'

export const figureFields = ['executions', 'quantity', 'notional', 'delta', 'vega'] as const satisfies readonly Measure[]
export type LimitTexts = Readonly<Record<'id' | 'product' | 'label' | 'window' | 'ends' | 'frozen' | (typeof figureFields)[number], string>>
type Body = BodyOf<typeof protectionCalls.setLimit>

const SECOND_MS = 1_000
const NUMBER = /^\d{1,15}(\.\d{1,12})?$/
const seconds = (ms: number): string => String(ms / SECOND_MS)

export function textsOf(limit: ProtectionLimitView | undefined, product: string): LimitTexts {
  if (limit === undefined)
    return { id: '', product, label: '', window: '60', ends: 'after', frozen: '30', executions: '', quantity: '', notional: '', delta: '', vega: '' } // prettier-ignore
  const { frozen_ms: frozen } = limit
  return {
    id: limit.id,
    product: limit.product,
    label: limit.label ?? '',
    window: seconds(limit.window_ms),
    ends: frozen === null ? 'reset' : 'after',
    frozen: frozen === null ? '30' : seconds(frozen),
    executions: limit.executions === null ? '' : String(limit.executions),
    quantity: limit.quantity ?? '',
    notional: limit.notional ?? '',
    delta: limit.delta ?? '',
    vega: limit.vega ?? '',
  }
}

/** Invalid text is kept as typed and rejected below. */
const plain = (text: string): string => readDecimal(text) ?? text.trim()
const milliseconds = (text: string): number => Math.round(Number(plain(text)) * SECOND_MS)

export function bodyOf(texts: LimitTexts): Body {
  const label = texts.label.trim()
  const given = figureFields.filter((field) => plain(texts[field]) !== '')
  const figures = Object.fromEntries(
    given.map((field) => [field, field === 'executions' ? Number(plain(texts[field])) : plain(texts[field])]),
  )
  return {
    product: texts.product,
    window_ms: milliseconds(texts.window),
    ...(label === '' ? {} : { label }),
    ...(texts.ends === 'reset' ? {} : { frozen_ms: milliseconds(texts.frozen) }),
    ...figures,
  }
}

const named: Readonly<Record<string, keyof LimitTexts>> = { id: 'id', window_ms: 'window', frozen_ms: 'frozen', most: 'executions' }
const fieldOf = (member: string): keyof LimitTexts => named[member] ?? (member.replace(/^most\./, '') as keyof LimitTexts)

/** Invalid text is rejected at its field. Everything else uses the message of the rule (rulebook 11.2). */
export function checkLimit(texts: LimitTexts): FieldErrors<LimitTexts> {
  const wrong: Partial<Record<keyof LimitTexts, string>> = {}
  for (const field of ['window', ...(texts.ends === 'reset' ? [] : (['frozen'] as const))] as const)
    if (!NUMBER.test(plain(texts[field]))) wrong[field] = 'Enter a number of seconds, such as 60 or 0.5.'
  for (const field of figureFields) {
    const text = plain(texts[field])
    if (text !== '' && !NUMBER.test(text)) wrong[field] = 'Enter a number above zero, or leave empty.'
  }
  if (plain(texts.executions).includes('.')) wrong.executions = 'Enter a whole number.'
  if (Object.keys(wrong).length > 0) return wrong
  const refusal = limitRefusal(limitOf(texts))
  return refusal === undefined ? {} : { [fieldOf(refusal.field ?? 'id')]: refusal.message }
}

function limitOf(texts: LimitTexts): ProtectionLimit {
  const body = bodyOf(texts)
  const quantity = body.quantity === undefined || body.quantity === null ? undefined : (parseQuantity(String(body.quantity)) ?? NaN)
  const figures = (['executions', 'notional', 'delta', 'vega'] as const).flatMap((field) => {
    const value = body[field]
    return value === undefined || value === null ? [] : [[field, Number(value)] as const]
  })
  return {
    id: texts.id.trim(),
    product: body.product as ProductCode,
    windowMs: Number(body.window_ms),
    ...(body.label ? { label: body.label } : {}),
    ...(body.frozen_ms === undefined || body.frozen_ms === null ? {} : { frozenMs: Number(body.frozen_ms) }),
    most: { ...Object.fromEntries(figures), ...(quantity === undefined ? {} : { quantity }) },
  }
}
