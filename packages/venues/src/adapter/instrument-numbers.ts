/** Assigns a number to each instrument name for the life of the adapter, because not every row of the venue has one. */
export function createNumbers(): (name: string) => number {
  const numbers = new Map<string, number>()
  return (name) => {
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  }
}
