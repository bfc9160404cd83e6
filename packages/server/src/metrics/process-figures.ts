/** Memory, processor time, garbage collection and the delay of the event loop. They belong to the process, however many servers it runs. */
import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

export function processRegistry(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry
}
