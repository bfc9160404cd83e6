/** A chain that answers late: what is asked of an offer or of a bid waits until it is let through. */
import type { PaperChain } from './paper-chain.ts'

export type LateChain = PaperChain & {
  /** From now on answers wait, until `release`. `asked` resolves once so many questions wait. */
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
  // Members of the chain that are set and read, such as its silence, stay those of the chain.
  return Object.assign(Object.create(chain) as PaperChain, own)
}
