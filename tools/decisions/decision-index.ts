/** The index of `docs/decisions/README.md`: one row for each page, from its heading and its status line. */

export interface Decision {
  readonly number: string
  readonly title: string
  readonly file: string
  /** `Accepted 2026-11-15.`, or `Replaced by [0400](…), accepted 2026-11-15.` */
  readonly status: string
}

const heading = /^# (\d{4}) (\S.*)$/
const statusLine = /^(?:Accepted|Replaced by \[\d{4}\]\([^)]+\), accepted) \d{4}-\d\d-\d\d\.$/
const begin = '<!-- index -->'
const end = '<!-- end of index -->'

/** Failure: an error that names the file and the format of its first three lines. */
export function readDecision(file: string, text: string): Decision {
  const [first = '', second = '', status = ''] = text.split('\n', 3)
  const [, number, title] = heading.exec(first) ?? []
  if (
    number === undefined ||
    title === undefined ||
    !file.startsWith(`${number}-`) ||
    second !== '' ||
    !statusLine.test(status)
  )
    throw new Error(`${file} must begin with "# ${file.slice(0, 4)} Title", an empty line and "Accepted YYYY-MM-DD."`)
  return { number, title, file, status: status.slice(0, -1) }
}

/** The README with the index of these pages between its markers. */
export function withDecisionIndex(readme: string, decisions: readonly Decision[]): string {
  const [before, rest] = readme.split(`${begin}\n`)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/decisions/README.md lacks ${begin} or ${end}`)
  const rows = decisions.map(({ number, title, file, status }) => `| [${number}](${file}) | ${title} | ${status} |`)
  return [
    before,
    begin,
    '\n| | Decision | Status |\n|---|---|---|\n',
    ...rows.map((row) => `${row}\n`),
    end,
    after,
  ].join('')
}
