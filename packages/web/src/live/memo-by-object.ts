/** Remembers the row made of an object and its surroundings: the same again until one of them changes, so that only its own row is drawn anew. */
type Remembered<Made> = (about: object, around: readonly unknown[], make: () => Made) => Made

/** Forgets with the object itself. */
export function remembering<Made>(): Remembered<Made> {
  const held = new WeakMap<object, { readonly around: readonly unknown[]; readonly made: Made }>()
  return (about, around, make) => {
    const known = held.get(about)
    if (known !== undefined && known.around.every((one, place) => Object.is(one, around[place]))) return known.made
    const made = make()
    held.set(about, { around, made })
    return made
  }
}
