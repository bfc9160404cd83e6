import type { Section } from './AgreementText.tsx'

/** A heading is a short line of its own that does not end with a full stop. */
const isHeading = (block: string): boolean => block.length <= 80 && !/[.;:]$/.test(block) && !block.startsWith('- ')

/** Splits a plain text with blank lines between blocks into its sections. The part before the first text is the title. */
export function sectionsOf(content: string): readonly Section[] {
  const sections: { id: string; label: string; paragraphs: string[] }[] = []
  for (const block of content.split(/\n\s*\n/).map((each) => each.trim())) {
    if (block === '') continue
    const last = sections.at(-1)
    if (isHeading(block) || last === undefined) {
      const paragraphs = isHeading(block) ? [] : [block]
      sections.push({ id: `s${sections.length}`, label: isHeading(block) ? block : 'Agreement', paragraphs })
    } else last.paragraphs.push(block)
  }
  return sections.filter(({ paragraphs }) => paragraphs.length > 0)
}
