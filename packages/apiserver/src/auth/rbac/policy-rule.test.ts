import { describe, expect, it } from 'vitest'
import { type PolicyRule, ruleAllows } from './policy-rule.ts'

/** `get apps deployments/scale x`: a verb, a group, a resource, perhaps a name. */
function accessOf(text: string) {
  const [verb = '', group = '', path = '', name = ''] = text.split(' ').map((word) => (word === '""' ? '' : word))
  if (group.startsWith('/')) return { isResource: false, verb, path: group } as const
  const [resource = '', subresource = ''] = path.split('/')
  return { isResource: true, verb, group, resource, subresource, namespace: '', name } as const
}

describe('a PolicyRule', () => {
  const pods: PolicyRule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
  const cases: { name: string; rule: PolicyRule; allows: string[]; refuses: string[] }[] = [
    { name: 'allows what it lists', rule: pods, allows: ['get "" pods', 'get "" pods x'], refuses: ['list "" pods', 'get apps pods', 'get "" pods/log'] },
    { name: 'allows nothing if empty', rule: {}, allows: [], refuses: ['get "" pods', 'get /healthz'] },
    { name: 'accepts * as every verb', rule: { ...pods, verbs: ['*'] }, allows: ['made-up "" pods'], refuses: ['get "" nodes'] },
    { name: 'accepts * as every API group', rule: { ...pods, apiGroups: ['*'] }, allows: ['get made.up pods'], refuses: [] },
    { name: 'accepts * as every (sub)resource', rule: { ...pods, resources: ['*'] }, allows: ['get "" nodes', 'get "" pods/log'], refuses: [] },
    { name: 'accepts */scale for every resource', rule: { ...pods, resources: ['*/scale'] }, allows: ['get "" pods/scale'], refuses: ['get "" pods', 'get "" pods/status', 'get "" pods/upscale'] },
    { name: 'treats resource/* literally', rule: { ...pods, resources: ['pods/*'] }, allows: ['get "" pods/*'], refuses: ['get "" pods/log'] },
    { name: 'allows only the listed resource names', rule: { ...pods, resourceNames: ['a'] }, allows: ['get "" pods a'], refuses: ['get "" pods b', 'get "" pods'] },
    { name: 'allows non-resource URLs', rule: { verbs: ['get'], nonResourceURLs: ['/a', '/b/*'] }, allows: ['get /a', 'get /b/', 'get /b/c/d'], refuses: ['get /a/', 'get /b', 'post /a', 'get "" pods'] },
    { name: 'accepts * as every non-resource URL', rule: { verbs: ['get'], nonResourceURLs: ['*'] }, allows: ['get /', 'get /x'], refuses: [] },
    { name: 'accepts * only at the end of a URL', rule: { verbs: ['get'], nonResourceURLs: ['/*/x', '/y**'] }, allows: ['get /*/x', 'get /y', 'get /yes'], refuses: ['get /a/x'] },
  ] // biome-ignore format: a table

  it.each(cases)('$name', ({ rule, allows, refuses }) => {
    expect(allows.filter((text) => !ruleAllows(rule, accessOf(text)))).toEqual([])
    expect(refuses.filter((text) => ruleAllows(rule, accessOf(text)))).toEqual([])
  })
})
