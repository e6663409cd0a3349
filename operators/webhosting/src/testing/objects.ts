/** Objects as a server would return them, for functions that need no server. */
import { Theme } from '../theme.ts'
import { Website } from '../website.ts'

const metadata = {
  uid: '6f0d0c4e-8f5e-4a8e-9d58-5f5c51d9b5aa',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
}

export function siteWith(spec: Website['spec'], more: Partial<Website['metadata']> = {}): Website {
  const { apiVersion, kind } = Website.parse({ metadata: { name: 'homepage' }, spec })
  return {
    apiVersion,
    kind,
    metadata: { ...metadata, name: 'homepage', namespace: 'project', generation: 1, ...more },
    spec,
  }
}

export function themeWith(spec: Partial<Theme['spec']> = {}): Theme {
  const whole = { color: 'darkcyan', fontFamily: 'Menlo', ...spec }
  const { apiVersion, kind } = Theme.parse({ metadata: { name: 'x' }, spec: { color: 'red', fontFamily: 'serif' } })
  return { apiVersion, kind, metadata: { ...metadata, name: 'exciting' }, spec: whole }
}
