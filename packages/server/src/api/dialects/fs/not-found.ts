/** For a desk that may not see an object, the refusal is the same as if it did not exist. */
import { refuse, type Refusal } from '@parley/core'

export const notFound = (what: string, field: string): Refusal =>
  refuse('NotFound', '17.1', `There is no ${what} with this id that your desk can see.`, field)
