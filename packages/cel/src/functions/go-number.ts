/** Numbers in Go's format. */

/** Numbers with more integer digits get an exponent. */
const mostWholeDigits = 6

/** Go's `%g`: the shortest text that parses to the same number, with an exponent for large and small ones. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  if (Object.is(value, -0)) return '-0'
  const [digits, exponentText] = value.toExponential().split('e')
  const exponent = Number(exponentText)
  if (exponent >= -4 && exponent < mostWholeDigits) return plainText(value)
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** Never uses an exponent. */
export function plainText(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  const [mantissa, exponent] = text.split('e')
  const [sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(mantissa!)!.slice(1) as [string, string, string?]
  const shift = Number(exponent)
  if (shift >= 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`
  return `${sign}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`
}
