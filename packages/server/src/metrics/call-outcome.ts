/** The class of an answer: which kind of refusal it is, without its code. */
export const callOutcomes = [
  'accepted',
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'rate_limited',
  'fault',
  'unavailable',
] as const
export type CallOutcome = (typeof callOutcomes)[number]

const byStatus: Readonly<Record<number, CallOutcome>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
  503: 'unavailable',
}

export function outcomeOf(status: number): CallOutcome {
  if (status < 400) return 'accepted'
  return byStatus[status] ?? (status < 500 ? 'invalid' : 'fault')
}
