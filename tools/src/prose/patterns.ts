/** The habits of this project's old English, each as a pattern with the plain form. They find most of what a reader stumbles over, and not all of it. */

export type Kind = 'screen' | 'message' | 'comment' | 'guide' | 'page'

export type Pattern = {
  readonly name: string
  readonly instead: string
  readonly pattern: RegExp
  /** Kinds of text in which the pattern is wrong. All, when absent. */
  readonly kinds?: readonly Kind[]
}

/** Nouns that "where" may follow, because they are places. */
const PLACES =
  'place|places|point|position|folder|file|files|page|screen|table|column|row|list|section|line|path|database|directory|machine|server|address|venue|document|spot|level|price|country|market|market|host|home|tab|card|panel|dialog|form|field'
/** Words that ask: "shows where", "from where". */
const ASKING =
  'know|knows|see|sees|show|shows|says|find|finds|decide|decides|remember|remembers|from|to|of|is|and|or|exactly|depends on|choose|chooses|tell|tells|learn|read'

export const PATTERNS: readonly Pattern[] = [
  {
    name: 'headless "Of …"',
    instead: 'begin with the subject: "The fee of a trade …"',
    pattern: /(?:^|[.!?;:] )Of (?!course\b)/,
  },
  {
    name: 'verbless opener',
    instead: 'begin with a subject and a verb',
    pattern:
      /^(?:Undefined|None|Null|True|False|Empty|Nothing|Absent|Only|And|But|Also) where\b|^With (?:a|an|the|no) [^,.]*$|^As (?:it|they|the|a|he|she) [^,.]*$/,
    kinds: ['comment', 'screen', 'message'],
  },
  {
    name: 'things that say',
    instead: 'specifies, reports, returns, sends, shows, contains',
    pattern: /\b(?:says?|said)\b|\b(?:words of|in (?:the|its|their) (?:own )?words|the venue['’]s words|in words)\b/i,
  },
  {
    name: 'where for if or when',
    instead: 'if, when, or a sentence of its own',
    pattern: new RegExp(
      String.raw`(?:^|[.!?;:] )Where (?!to\b|is\b|are\b|do\b|does\b|did\b|can\b|next\b)[^?]*?,|, where (?:there|it|they|one|that|this|no|none|nothing|the|a|an|its|both|only)\b(?!\s[\w ]+\?)|(?<!\b(?:${PLACES}|${ASKING})),? where (?:there (?:is|are|was|were)|it (?:has|can|may|is not|does)|they (?:have|can|may|are not|do)|one is|that is|this is|no |none |nothing |the (?:venue|server|desk|viewer|reader|caller|user|browser) (?:has|does|can|may|is not|asks|gives|lets))`,
    ),
  },
  {
    name: 'nobody, somebody, everybody or whoever',
    instead: 'name the actor: "no makers", "a member", "all desks", "the user who"',
    pattern: /\b(?:nobody|somebody|everybody|whoever|whomever)\b/i,
  },
  {
    name: 'stands, rests or lies for is',
    instead: 'is, shows, remains, applies',
    pattern:
      /(?<!\b(?:price|order|orders|quote|bid|ask) )\b(?:stands?|stood)\b(?! (?:for|in for|out|alone)\b)|\blies\b|\b(?:what|nothing|something|none) rests?\b/i,
  },
  {
    name: 'is no X for not',
    instead: 'is not a valid …, invalid …, has no …',
    pattern:
      /(?<!\b(?:there|here|it|this|that|which) )(?<!\b[Tt]here )\b(?:is|are|was|were) (?:no(?! (?:longer|more|less|later|earlier|different|better|worse|need|way|reason)\b)|none)\b|\b(?:it|this|that|which) (?:is|was) no(?:ne)?\b(?! (?:longer|more|less|later|earlier|different|better|worse|need|way|reason))|\bmay not be\b/,
  },
  {
    name: 'old joints',
    instead: 'next to, on, again, until then, zero, estimate, while',
    pattern: /\b(?:upon|anew|meanwhile|nought|reckon(?:s|ed|ing)?|hitherto|thereof|therein|whilst|wherever|beneath|beside)\b/i,
  },
  {
    name: 'private word for a term of the market',
    instead: 'cancel, trade, clear, release',
    pattern:
      /\b(?:take|takes|took|taken|taking|call|calls|called|calling) (?:it |them |this |that |one |all |all of (?:it|them) |an order |orders |a quote |quotes |the order |the quote |the bid |a bid |your bid )?back\b|\b(?:let|lets|letting) (?:it |them )?go\b|\bdealt\b(?! with\b)|\b(?:taken|took|takes) up\b/i,
  },
  {
    name: 'press for click',
    instead: 'click (mouse) or press (key)',
    pattern:
      /\b(?:a|the|one|each|every|first|second|this|that|next|same|upon) press(?:es)?\b|\b[Pp]resse[sd]\b(?! (?:Enter|Esc|Escape|Space|Tab|Alt|Ctrl|Shift|a key|the key))|\bPress (?:a |an |the |one |it\b|on |upon |here)(?!key\b|same key)/,
    kinds: ['screen', 'message', 'guide', 'page', 'comment'],
  },
  {
    name: 'is told for is notified',
    instead: 'is notified, is informed, receives',
    pattern: /\b(?:is|are|be|was|were|been|get|gets) told\b|\bletters? (?:about|of|to|from)\b|^Letters\b/,
  },
  {
    name: 'now that closes a sentence',
    instead: 'leave it out, or "currently"',
    pattern: /(?<!\b(?:right|until|from|by|try(?: again)?|sign in|start|not) )\bnow(?=\.(?: |$)|;)/,
    kinds: ['screen', 'message', 'guide'],
  },
  {
    name: 'possessive after of',
    instead: '"your open quotes", "its own rows"',
    pattern: /\b(?:nothing|something|anything|all|what|those|that|none|more) of (?:yours|theirs|ours|hers|its own|their own)\b/i,
  },
  {
    name: 'to be + infinitive of what becomes',
    instead: 'say what happens: "its status", "the outcome"',
    pattern: /\b(?:what|whatever) (?:becomes|became|becoming|has become|will become) of\b/i,
  },
  {
    name: 'American spelling',
    instead: 'the British spelling (STYLE.md); published names are in code marks',
    pattern:
      /\b(?:cancel(?:ed|ing)|(?:un)?label(?:ed|ing)|model(?:ed|ing)|signaled|behaviors?|judgment|favor(?:s|ed|ite)?|honor(?:s|ed)?|neighbors?|defense|colors?(?![:-])|centers?(?!")|centered|(?:author|recogn|organ|optim|normal|initial|serial|summar|minim|maxim|annual|real|synchron)iz(?:e|es|ed|ing)|analyz(?:e|es|ed|ing))\b(?![.(]\w)/,
  },
]
