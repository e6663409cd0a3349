import { defineExploration } from '@kubewright/testing'
import { Site, sites } from './sites.ts'

export default defineExploration({
  resources: [Site],
  controllers: [sites],
  async scenario(user) {
    await user.create(Site, { metadata: { name: 'blog', namespace: 'default' }, spec: { title: 'Notes' } })
  },
})
