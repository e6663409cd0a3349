/** `npm run lines`: the thesis' use-cases in lines of code, beside what the thesis counted. `--list` shows each line. */
import { countOf, useCases } from './use-cases.ts'

console.log('| use-case | lines for the SDK | KubeSharper | lines in all | KubeSharper |\n|---|---:|---:|---:|---:|')
for (const useCase of useCases) {
  const { sdk, all, lines } = countOf(useCase)
  if (process.argv.includes('--list')) {
    for (const { text, kind } of lines) console.log(`${kind === 'sdk' ? 'sdk ' : '    '}${text}`)
  }
  console.log(`| ${useCase.name} | ${sdk} | ${useCase.thesis.sdk} | ${all} | ${useCase.thesis.all} |`)
}
