/** The latency and the random refusals of a demo venue (docs/decisions/0043): a block takes a moment, and in a busy market some are refused. */
import type { FaultOrder } from '../exchange/faults.ts'
import type { ScenarioName } from '../desks/scenario.ts'

/** Long enough to see that a trade is waiting for the venue. */
const SHORT_MS = 400
const LONG_MS = 1_200

const slow = (method: string): readonly FaultOrder[] => [
  { method, fault: { kind: 'DELAY', delayMs: LONG_MS }, probability: 0.3 },
  { method, fault: { kind: 'DELAY', delayMs: SHORT_MS } },
]

/** One block in thirty. */
const refusing = (method: string): FaultOrder => ({
  method,
  fault: { kind: 'REJECT', code: 10009, message: 'not_enough_funds' },
  probability: 1 / 30,
})

/** `method` is the venue's call that executes a block. `refusal` is the call to refuse, if it is a different one. */
export function latencyAndFaults(scenario: ScenarioName, method: string, refusal = method): readonly FaultOrder[] {
  switch (scenario) {
    case 'calm':
      return slow(method)
    case 'busy':
      return [refusing(refusal), ...slow(method)]
    case 'still':
      return []
  }
}
