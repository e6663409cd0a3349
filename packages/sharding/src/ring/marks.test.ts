import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { readPlaced } from './marks.ts'
import { assignmentAnnotation, releasedNote, shardLabel } from '../names.ts'

/** An object of the ring `sites`, with these marks. */
function object(resourceVersion: string, label?: string, note?: string) {
  const labels = label === undefined ? {} : { labels: { [shardLabel('sites')]: label } }
  const annotations = note === undefined ? {} : { annotations: { [assignmentAnnotation('sites')]: note } }
  return {
    metadata: { name: 'blog', namespace: 'web', uid: 'u', resourceVersion, ...labels, ...annotations },
  } as KubeObject
}

describe('the remembered owner of an object', () => {
  it('is kept after the marks were removed, however often the object is read without them', () => {
    const marked = readPlaced(object('1', 'web-0', 'web-0'), 'sites')
    const stripped = readPlaced(object('2'), 'sites', marked)
    expect(stripped).toMatchObject({ label: '', note: '', remembered: 'web-0', isConfirmedFree: false })
    expect(readPlaced(object('3'), 'sites', stripped).remembered).toBe('web-0')
  })

  it('is cleared when the object has an assignment annotation again', () => {
    const stripped = readPlaced(object('2'), 'sites', readPlaced(object('1', 'web-0', 'web-0'), 'sites'))
    expect(readPlaced(object('3', 'web-1', 'web-1'), 'sites', stripped)).toMatchObject({
      note: 'web-1',
      remembered: '',
    })
    expect(readPlaced(object('3', undefined, releasedNote), 'sites', stripped).remembered).toBe('')
  })

  it('is empty for an object seen for the first time', () => {
    expect(readPlaced(object('1'), 'sites')).toMatchObject({ remembered: '', isConfirmedFree: false })
  })
})
