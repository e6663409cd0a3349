import { describe, expect, it } from 'vitest'
import { definitionName, keyText, moduleOf, splitDefinition, stringText } from './naming.ts'

describe('definitionName', () => {
  it.each([
    { published: 'io.k8s.api.core.v1.PodSpec', name: 'core/v1.PodSpec' },
    { published: 'io.k8s.api.autoscaling.v2.MetricSpec', name: 'autoscaling/v2.MetricSpec' },
    { published: 'io.k8s.api.storage.v1beta1.Thing', name: 'storage/v1beta1.Thing' },
    { published: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta', name: 'meta/v1.ObjectMeta' },
    { published: 'io.k8s.apimachinery.pkg.api.resource.Quantity', name: 'meta/v1.Quantity' },
    {
      published: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService',
      name: 'apiregistration/v1.APIService',
    },
  ])('returns $name for $published', ({ published, name }) => {
    expect(definitionName(published)).toBe(name)
  })

  it('refuses an unknown package', () => {
    expect(() => definitionName('com.example.Thing')).toThrow('Cannot name the schema com.example.Thing')
  })
})

describe('moduleOf', () => {
  it.each([
    { group: '', version: 'v1', module: 'core/v1' },
    { group: 'apps', version: 'v1', module: 'apps/v1' },
    { group: 'rbac.authorization.k8s.io', version: 'v1', module: 'rbac/v1' },
  ])('returns $module for $group $version', ({ module, ...home }) => {
    expect(moduleOf(home)).toBe(module)
  })
})

it('splitDefinition returns module and name', () => {
  expect(splitDefinition('core/v1.PodSpec')).toEqual({ module: 'core/v1', name: 'PodSpec' })
})

it('keyText quotes a key only if necessary', () => {
  expect(['replicas', '$ref', 'x-kubernetes-map-type', '4x'].map(keyText)).toEqual([
    'replicas',
    '$ref',
    "'x-kubernetes-map-type'",
    "'4x'",
  ])
})

it('stringText escapes quotes, backslashes and line breaks', () => {
  expect(stringText("it's\\\n")).toBe(String.raw`'it\'s\\\n'`)
})
