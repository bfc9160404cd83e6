/** Good English that a pattern would find, allowed by name. A phrase is taken out of a text before the patterns look at it. */

export type Allowed = { readonly phrase: string; readonly why: string }

/** Users have accepted these words. A change would be a new version of the agreement, in a file of its own. */
const AGREEMENT = 'the text of an agreement that users have accepted'

export const ALLOWED: readonly Allowed[] = [
  { phrase: 'We carry what two desks say to each other and write it down.', why: AGREEMENT },
  { phrase: 'Where the annex says something else about the products it describes,', why: AGREEMENT },
  {
    phrase: 'asks for it, where a confirmation in section 5 or in the annex is no longer true, where we have reason to suspect misuse',
    why: AGREEMENT,
  },
  { phrase: 'the desk administrator is told', why: AGREEMENT },
  { phrase: 'without waiting to be told', why: AGREEMENT },
  { phrase: 'and are no offer by us', why: AGREEMENT },
  { phrase: 'you are none of these', why: AGREEMENT },
  { phrase: 'both desks are told why', why: AGREEMENT },
  { phrase: 'stands beside this and needs no period', why: AGREEMENT },
  { phrase: 'apart from what has to be told to', why: AGREEMENT },
  { phrase: 'What is said and shown in the talks', why: AGREEMENT },
  { phrase: 'what is said and shown in the talks', why: AGREEMENT },
  { phrase: 'Nobody but the parties can enforce it.', why: AGREEMENT },
  { phrase: 'This annex says who may use', why: AGREEMENT },
  { phrase: 'have been told in writing', why: AGREEMENT },
  { phrase: 'Where a figure is stated in one currency,', why: AGREEMENT },
  { phrase: 'as far as the law lets us say so', why: AGREEMENT },
  { phrase: 'apply beside it', why: AGREEMENT },
  { phrase: 'Where the law limits a product to eligible contract participants,', why: AGREEMENT },
  { phrase: 'Positions that stand at the clearing venue', why: AGREEMENT },
  { phrase: 'of being told, or has become insolvent', why: AGREEMENT },
  { phrase: 'cannot be enforced, the rest stands', why: AGREEMENT },
]
