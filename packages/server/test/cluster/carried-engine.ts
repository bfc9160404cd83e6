/** The engine as another process reaches it: commands, answers and the functions that make them pass through JSON. */
import type { Engine, Idempotency, Present } from '../../src/engine/engine.ts'
import { pack, unpack, type Portable } from '../../src/engine/portable.ts'

const copied = <Value>(value: Value): Value => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as Value))

/** Throws for a function of the product that cannot be sent. */
const sent = <Run>(run: Portable<Run>): Run => unpack<Run>(copied(pack(run)))

type AnyEngine = Pick<Engine<object, object, object, object | undefined>, 'submit'>
type AnyPresent = Present<object, object, object | undefined, unknown>

/** Reads stay as they are, because tests look at the state with functions of their own. */
export function carried<Carried extends object>(engine: Carried): Carried {
  const { submit } = engine as unknown as AnyEngine
  const submitted = async (shard: string, command: object, caller?: Idempotency, present?: AnyPresent) => {
    if (present === undefined) return copied(await submit(shard, copied(command), copied(caller)))
    const { view, refusal } = present as { [Name in keyof AnyPresent]: Portable<AnyPresent[Name]> }
    const answer = await submit(shard, copied(command), copied(caller), { view: sent(view), ...(refusal && { refusal: sent(refusal) }) })
    return 'answer' in answer && answer.answer === undefined ? { ...copied(answer), answer: undefined } : copied(answer)
  }
  return { ...engine, submit: submitted }
}
