/** The comparison as a table in the README: `npm run generate` keeps it up to date. */
import { countOf, useCases } from './use-cases.ts'

const head = '| use-case | lines for the SDK | KubeSharper | lines in all | KubeSharper |\n|---|---:|---:|---:|---:|'

/** @param isLinked whether use-cases link to their folders */
export function formatLinesTable(isLinked = false): string {
  const rows = useCases.map((useCase) => {
    const { sdk, all } = countOf(useCase)
    const name = isLinked ? `[${useCase.name}](${useCase.folder})` : useCase.name
    return `| ${name} | ${sdk} | ${useCase.thesis.sdk} | ${all} | ${useCase.thesis.all} |`
  })
  return [head, ...rows].join('\n')
}

/** A page with its table replaced by the current one. */
export function withLinesTable(page: string): string {
  return page.replace(/^( *)\| use-case \|.*\n(?:\1\|.*\n)+/m, (_, indent: string) => {
    return `${formatLinesTable(true).replaceAll(/^/gm, indent)}\n`
  })
}
