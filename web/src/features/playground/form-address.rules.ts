import {
  defaultForm,
  settleDelay,
  settleSize,
  typeDelay,
  typeSize,
  type CaptureForm,
} from './capture-form.rules.ts';

type Texts = 'url' | 'projectId' | 'device' | 'width' | 'height' | 'delay' | 'elementSelector';
type Switches = 'fullPage' | 'disableAnimations' | 'disableJavascript' | 'retina';

/** Names in the address bar, those of the API. HTML, code, headers and the proxy's password never stand there. */
const textNames: Record<Texts, string> = {
  url: 'url',
  projectId: 'project_id',
  device: 'emulate_device',
  width: 'width',
  height: 'height',
  delay: 'delay',
  elementSelector: 'element_selector',
};
const switchNames: Record<Switches, string> = {
  fullPage: 'full_page',
  disableAnimations: 'disable_animations',
  disableJavascript: 'disable_javascript',
  retina: 'retina',
};

/** The part of a form that can be shared as a link: what differs from the defaults. */
export function addressOfForm(form: CaptureForm): URLSearchParams {
  const search = new URLSearchParams();
  if (form.mode !== defaultForm.mode) search.set('mode', form.mode);
  for (const [field, name] of entriesOf(textNames)) {
    if (form[field] !== defaultForm[field]) search.set(name, form[field]);
  }
  if (form.fileType !== defaultForm.fileType) search.set('file_type', form.fileType);
  for (const [field, name] of entriesOf(switchNames)) if (form[field]) search.set(name, 'true');
  return search;
}

/** A form from an address, over `base`; what the address does not name or names badly stays as in `base`. */
export function formOfAddress(search: URLSearchParams, base: CaptureForm): CaptureForm {
  const text = (field: Texts) => search.get(textNames[field]) ?? base[field];
  const isOn = (field: Switches) => search.get(switchNames[field]) === 'true';
  const fileType = search.get('file_type');
  const projectId = text('projectId');
  return {
    ...base,
    mode: search.get('mode') === 'html' ? 'html' : 'url',
    url: text('url'),
    projectId: /^[1-9]\d{0,9}$/.test(projectId) ? projectId : base.projectId,
    fileType: fileType === 'jpeg' || fileType === 'png' ? fileType : base.fileType,
    device: text('device'),
    width: settleSize('width', typeSize(base.width, text('width'))),
    height: settleSize('height', typeSize(base.height, text('height'))),
    fullPage: isOn('fullPage'),
    disableAnimations: isOn('disableAnimations'),
    disableJavascript: isOn('disableJavascript'),
    retina: isOn('retina'),
    delay: settleDelay(typeDelay(base.delay, text('delay'))),
    elementSelector: text('elementSelector'),
  };
}

/** Whether an address says anything about a form. */
export function namesForm(search: URLSearchParams): boolean {
  const names = ['mode', 'file_type', ...Object.values(textNames), ...Object.values(switchNames)];
  return names.some((name) => search.has(name));
}

function entriesOf<K extends string>(names: Record<K, string>): [K, string][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the record
  return Object.entries(names) as [K, string][];
}
