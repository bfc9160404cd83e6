/** A chain that responds late: reads of an offer and checks of a bid wait until the test releases them. */
import type { PaperChain } from './paper-chain.ts'

export type LateChain = PaperChain & {
  /** Holds every response until `release`. `asked` resolves when the given number of calls are waiting. */
  hold(questions?: number): { readonly asked: Promise<void>; release(): void }
}

export function createLateChain(chain: PaperChain): LateChain {
  let gate: { readonly opened: Promise<void>; arrived(): void } | undefined
  const late =
    <Args extends readonly unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      gate?.arrived()
      await gate?.opened
      return ask(...args)
    }
  const own: Pick<LateChain, 'offer' | 'check' | 'hold'> = {
    offer: late(chain.offer.bind(chain)),
    check: late(chain.check.bind(chain)),
    hold(questions = 1) {
      const [opening, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let left = questions
      gate = { opened: opening.promise, arrived: () => (--left === 0 ? all.resolve() : undefined) }
      return {
        asked: all.promise,
        release() {
          gate = undefined
          opening.resolve()
        },
      }
    },
  }
  // All other members, including those that a test sets, remain members of the given chain.
  return Object.assign(Object.create(chain) as PaperChain, own)
}
