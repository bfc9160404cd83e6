/** Caches the row made from an object and its context until one of them changes, so that only that row is rendered again. */
type Remembered<Made> = (about: object, around: readonly unknown[], make: () => Made) => Made

/** The entry is released with the object itself. */
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
