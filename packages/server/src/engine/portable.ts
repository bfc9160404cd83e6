/**
 * Functions that another process can run: a name that both processes know, with arguments that are JSON or portable functions themselves. A command
 * travels to the owner of its shard with the function that makes its answer, so that the answer is stored with the decision (decision 1027).
 */

declare const portableBrand: unique symbol

/** A function that `portable` has made. Any other function does not compile where one of these is asked for. */
export type Portable<Run> = Run & { readonly [portableBrand]: true }

/** A portable function as JSON. */
export type Packed = { readonly name: string; readonly args: readonly PackedArgument[] }
type PackedArgument = { readonly made: Packed } | { readonly value?: unknown }

type AnyFunction = (...args: never[]) => unknown
type Recipe = { readonly name: string; readonly args: readonly unknown[] }

const recipeOf = Symbol('recipe')
type Made = AnyFunction & { [recipeOf]?: Recipe }

const makers = new Map<string, (...args: never[]) => AnyFunction>()

/**
 * Defines a family of portable functions. `make` returns a new function for its arguments. Its name is part of the messages between processes, so it
 * never changes its meaning. Defining a name twice is a bug.
 */
export function portable<Args extends readonly unknown[], Run extends AnyFunction>(
  name: string,
  make: (...args: Args) => Run,
): (...args: Args) => Portable<Run> {
  if (makers.has(name)) throw new Error(`the portable function ${name} is defined twice`)
  makers.set(name, make as unknown as (...args: never[]) => AnyFunction)
  return (...args) => {
    const made = make(...args) as Made
    made[recipeOf] = { name, args }
    return made as unknown as Portable<Run>
  }
}

/** Throws for a function that is not portable, which is a bug. */
export function pack(run: Portable<unknown>): Packed {
  const recipe = (run as unknown as Made)[recipeOf]
  if (recipe === undefined) throw new Error('the function cannot be sent to another process')
  return { name: recipe.name, args: recipe.args.map(packArgument) }
}

const packArgument = (arg: unknown): PackedArgument =>
  typeof arg === 'function' ? { made: pack(arg as unknown as Portable<unknown>) } : { value: arg }

/** A name of another version that this one does not know. */
export class UnknownPortable extends Error {}

/** The function again. Throws UnknownPortable. */
export function unpack<Run>({ name, args }: Packed): Portable<Run> {
  const make = makers.get(name)
  if (make === undefined) throw new UnknownPortable(`this version has no portable function ${name}`)
  return make(...(args.map((arg) => ('made' in arg ? unpack(arg.made) : arg.value)) as never[])) as unknown as Portable<Run>
}
