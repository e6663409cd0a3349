import { Site, sites } from './sites.ts'

export default { name: 'sites', resources: [Site], controllers: [sites] }
