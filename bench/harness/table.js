/** Prints the measurements as a Markdown table, with the target ratio beside the actual one. */
import os from 'node:os'

export const machine = () =>
  `${os.cpus().length} × ${os.cpus()[0].model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`

/** `rows`: { what, ours, theirs, unit, aim, better: 'less' | 'more' } */
export function printTable(title, rows) {
  console.log(`\n### ${title}\n`)
  console.log('| what | Kubewright | peer | ratio | aim | met |')
  console.log('|---|---:|---:|---:|---|---|')
  for (const row of rows) console.log(line(row))
}

function line({ what, ours, theirs, unit, aim, better }) {
  if (theirs === undefined)
    return `| ${what} | ${format(ours)} ${unit} | – | – | ${aimText(aim, better, unit)} | ${isMet(ours, aim, better)} |`
  const ratio = ours / theirs
  return `| ${what} | ${format(ours)} ${unit} | ${format(theirs)} ${unit} | ${ratio.toFixed(2)}× | ${aimText(aim, better, '×')} | ${isMet(ratio, aim, better)} |`
}

const aimText = (aim, better, unit) =>
  aim === undefined
    ? ''
    : `${better === 'less' ? 'at most' : 'at least'} ${format(aim)}${unit === '×' ? '×' : ` ${unit}`}`
const isMet = (value, aim, better) =>
  aim === undefined ? '' : (better === 'less' ? value <= aim : value >= aim) ? 'yes' : '**no**'
const format = (value) =>
  Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
