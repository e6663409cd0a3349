/** Formats numbers as Go does, so that series keep their labels when an operator is ported from Go. */

/** The shortest exact digits; with an exponent of at least two digits below 0.0001 and from a million. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const [digits, exponentText] = value.toExponential().split('e') as [string, string]
  const exponent = Number(exponentText)
  if (value === 0 || (exponent >= -4 && exponent < 6)) return String(value)
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}
