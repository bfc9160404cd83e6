/** For a desk that may not see an object, the refusal is the same as if it did not exist. */
import { refuse, type Refusal } from '@parley/core'

export const notFound = (what: string): Refusal =>
  refuse('NotFound', '10.2', `There is no ${what} with this id that your desk can see.`, 'id')
