/** `npm run lines`: the lines of code of the thesis' use-cases, compared with the counts of the thesis. `--list` shows each line. */
import { formatLinesTable } from './lines-table.ts'
import { countOf, useCases } from './use-cases.ts'

if (process.argv.includes('--list')) {
  for (const useCase of useCases) {
    console.log(`${useCase.name}\n`)
    for (const { text, kind } of countOf(useCase).lines) console.log(`${kind === 'sdk' ? 'sdk ' : '    '}${text}`)
    console.log('')
  }
}
console.log(formatLinesTable())
