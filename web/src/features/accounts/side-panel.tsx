import type { NewsSlide } from '@shotwright/contract';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { accountMessages as messages } from '../../lib/messages/accounts.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { ExternalLink } from '../../ui/button.tsx';
import { ContactSheet } from './contact-sheet.tsx';

/** Time one news slide is shown. Units: ms. Source: specification §9. */
export const slideMs = 5_000;

/** Marketing text next to sign-up, and next to sign-in if no news is configured. */
export function MarketingPanel() {
  return (
    <PanelFrame>
      <div className="grid gap-3">
        <h2 className="text-title font-semibold tracking-[-0.01em]">{messages.panelTitle}</h2>
        <p className="max-w-[46ch] text-muted">{messages.panelText}</p>
        <ul className="mt-1 grid gap-1.5">
          {messages.panelPoints.map((point) => (
            <li key={point} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-2 size-1 shrink-0 bg-ink" />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </PanelFrame>
  );
}

/** News of the installation, one slide at a time; shows the marketing text if there is none. */
export function NewsPanel() {
  const { newsSlides } = useRuntimeConfig();
  return newsSlides.length === 0 ? <MarketingPanel /> : <NewsSlides slides={newsSlides} />;
}

function NewsSlides({ slides }: { slides: readonly NewsSlide[] }) {
  const [index, setIndex] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const isStill = useSyncExternalStore(subscribeMotion, prefersStillness);
  const isRotating = slides.length > 1 && !isPaused && !isHovered && !isStill;

  useEffect(() => {
    if (!isRotating) return undefined;
    const timer = setInterval(() => setIndex((now) => (now + 1) % slides.length), slideMs);
    return () => clearInterval(timer);
  }, [isRotating, slides.length]);

  const slide = slides[index];
  if (slide === undefined) return null;
  return (
    <PanelFrame image={slide.image}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering only pauses the rotation */}
      <section
        aria-roledescription="carousel"
        aria-label={messages.news}
        onMouseEnter={() => setHovered(true)}
        onMouseLeave={() => setHovered(false)}
        onFocus={() => setHovered(true)}
        onBlur={() => setHovered(false)}
        className="grid gap-5"
      >
        <div key={index} aria-live={isRotating ? 'off' : 'polite'} className="min-h-24">
          <SlideText slide={slide} />
        </div>
        {slides.length > 1 && (
          <SlideControls
            titles={slides.map(({ title }) => title)}
            index={index}
            onIndex={setIndex}
            pause={isStill ? undefined : { isPaused, onChange: setPaused }}
          />
        )}
      </section>
    </PanelFrame>
  );
}

/** A slide as visitors see it, in a frame of the form that edits it. */
export function NewsSlidePreview({ slide }: { slide: NewsSlide }) {
  return (
    <div className="grid gap-6">
      <SlideImage image={slide.image} />
      <SlideText slide={slide} />
    </div>
  );
}

function SlideText({ slide }: { slide: NewsSlide }) {
  return (
    <div className="grid content-start gap-2 break-words">
      <h2 className="text-title font-semibold tracking-[-0.01em]">
        {slide.href === undefined ? (
          slide.title
        ) : (
          <ExternalLink
            href={slide.href}
            className="underline decoration-ink/30 underline-offset-4"
          >
            {slide.title}
          </ExternalLink>
        )}
      </h2>
      <p className="max-w-[52ch] text-muted">{slide.text}</p>
    </div>
  );
}

/** The contact sheet replaces an image that is absent or cannot be loaded. */
function SlideImage({ image }: { image: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  if (image === undefined || image === broken)
    return <ContactSheet className="w-full max-w-[38rem] 2xl:max-w-[44rem]" />;
  return (
    <img
      src={image}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setBroken(image)}
      className="aspect-[3/2] w-full max-w-[38rem] border border-ink/10 object-cover object-top"
    />
  );
}

function SlideControls(props: {
  titles: readonly string[];
  index: number;
  onIndex: (index: number) => void;
  pause: { isPaused: boolean; onChange: (isPaused: boolean) => void } | undefined;
}) {
  const { pause } = props;
  const PauseIcon = pause?.isPaused === true ? Play : Pause;
  return (
    <div className="flex items-center gap-1">
      {props.titles.map((title, dot) => (
        <button
          key={`${title} ${String(dot)}`}
          type="button"
          aria-label={messages.newsSlide(dot + 1)}
          aria-current={dot === props.index}
          onClick={() => props.onIndex(dot)}
          className="grid size-6 place-items-center rounded-full pointer-coarse:size-11"
        >
          <span
            className={cn(
              'h-1.5 rounded-full transition-all',
              dot === props.index ? 'w-4 bg-ink' : 'w-1.5 bg-field',
            )}
          />
        </button>
      ))}
      {pause && (
        <button
          type="button"
          aria-label={pause.isPaused ? messages.playNews : messages.pauseNews}
          onClick={() => pause.onChange(!pause.isPaused)}
          className="ml-1 grid size-6 place-items-center rounded-[4px] text-muted hover:text-ink pointer-coarse:size-11"
        >
          <PauseIcon aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </div>
  );
}

function PanelFrame(props: { image?: string | undefined; children: ReactNode }) {
  return (
    <div className="sticky top-0 grid max-h-dvh min-h-dvh content-center gap-10 overflow-hidden px-12 py-10 xl:px-20">
      <SlideImage image={props.image} />
      <div className="max-w-[38rem]">{props.children}</div>
    </div>
  );
}

const stillness = '(prefers-reduced-motion: reduce)';

function prefersStillness(): boolean {
  return window.matchMedia(stillness).matches;
}

function subscribeMotion(onChange: () => void) {
  const query = window.matchMedia(stillness);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
