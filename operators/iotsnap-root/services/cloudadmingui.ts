/** CloudAdminGUI: a page of gateways, packages and deployments, from CloudAdmin and AgentKeeper. */
import { pageAnswer } from './answer.ts'
import type { ServiceParts } from './cloudstorage.ts'
import { Peer } from './peer.ts'
import type { Settings } from './settings.ts'

type Row = Readonly<Record<string, unknown>>

export function cloudadmingui(settings: Settings): ServiceParts {
  const admin = new Peer('CloudAdmin', settings.required('cloudadmin.url'))
  const keeper = new Peer('AgentKeeper', settings.required('agentkeeper.url'))
  return {
    async health() {
      await Promise.all([admin.checkHealth(), keeper.checkHealth()])
    },
    routes: {
      'GET /': async () => {
        const [gateways, packages, deployments] = await Promise.all([
          admin.readJson<Row[]>('/gateways'),
          admin.readJson<Row[]>('/packages'),
          keeper.readJson<Row[]>('/deployments'),
        ])
        return pageAnswer(page({ gateways, packages, deployments }))
      },
    },
  }
}

export function page(tables: Readonly<Record<string, readonly Row[]>>): string {
  const sections = Object.entries(tables).map(
    ([name, rows]) => `<h2>${name}</h2>\n<table>${rows.map(rowOf).join('')}</table>`,
  )
  return `<!doctype html>\n<title>IotSnap</title>\n<h1>IotSnap</h1>\n${sections.join('\n')}\n`
}

function rowOf(row: Row): string {
  return `<tr>${Object.values(row)
    .map((value) => `<td>${escaped(String(value))}</td>`)
    .join('')}</tr>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
