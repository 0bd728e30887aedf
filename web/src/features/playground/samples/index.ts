import { csharpSample, goSample, javaSample } from './compiled.ts';
import type { SampleRequest } from './sample-request.ts';
import { curlSample, nodeSample, phpSample, pythonSample, rubySample } from './scripts.ts';

export { sampleRequestOf, type SampleRequest } from './sample-request.ts';

/** Languages of the code samples, in display order. The module also runs in plain Node. */
export const sampleLanguages = [
  { id: 'curl', label: 'cURL', print: curlSample },
  { id: 'node', label: 'Node', print: nodeSample },
  { id: 'python', label: 'Python', print: pythonSample },
  { id: 'go', label: 'Go', print: goSample },
  { id: 'php', label: 'PHP', print: phpSample },
  { id: 'ruby', label: 'Ruby', print: rubySample },
  { id: 'java', label: 'Java', print: javaSample },
  { id: 'csharp', label: 'C#', print: csharpSample },
] as const satisfies readonly {
  id: string;
  label: string;
  print: (request: SampleRequest) => string;
}[];

/** Language of {@link sampleLanguages}. */
export type SampleLanguage = (typeof sampleLanguages)[number]['id'];
