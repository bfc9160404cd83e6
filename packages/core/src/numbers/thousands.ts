/** `1234.5` as `1,234.5`, with the typographic minus. */
export function withCommas(text: string): string {
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return (text.startsWith('-') ? '−' : '') + grouped + (fraction === undefined ? '' : `.${fraction}`)
}
