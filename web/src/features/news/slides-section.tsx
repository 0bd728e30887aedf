import type { StaffNewsSlide } from '@shotwright/contract';
import { newsLimits } from '@shotwright/contract/paths';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announcements } from '../../lib/announcements.ts';
import { newsPageMessages, slideMessages as messages } from '../../lib/messages/news/news.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useOpening } from '../../ui/use-opening.ts';
import { useDeleteSlide, useMoveSlide, useSlides } from './news.api.ts';
import {
  DeleteItemDialog,
  NewsRow,
  NewsSection,
  periodText,
  RowTexts,
  StateBadge,
} from './news-parts.tsx';
import { SlideDialog } from './slide-dialog.tsx';

type Direction = 'up' | 'down';

/** The news slides in their order, with what changes them. */
export function SlidesSection() {
  const slides = useSlides();
  const editing = useOpening<StaffNewsSlide>();
  const deleting = useOpening<StaffNewsSlide>();
  const remove = useDeleteSlide();
  const returnFocus = useReturnFocus();
  const mover = useMover(slides.data);
  const count = slides.data?.length ?? 0;
  const isFull = count >= newsLimits.slides;
  return (
    <>
      <NewsSection
        texts={messages}
        query={slides}
        detail={count > 0 && <Count count={count} />}
        note={isFull && <p className="text-table text-muted">{messages.full}</p>}
        create={
          <Button disabled={isFull} onClick={() => editing.open()}>
            <Plus aria-hidden="true" />
            {messages.create}
          </Button>
        }
      >
        {(items) =>
          items.map((slide, index) => (
            <SlideRow
              key={slide.id}
              slide={slide}
              place={index + 1}
              count={items.length}
              onMove={(direction) => mover(slide, direction)}
              onEdit={() => editing.open(slide)}
              onDelete={() => {
                returnFocus.remember();
                deleting.open(slide);
              }}
            />
          ))
        }
      </NewsSection>
      {editing.openCount > 0 && (
        <SlideDialog
          key={editing.openCount}
          open={editing.isOpen}
          slide={editing.item}
          onClose={editing.close}
        />
      )}
      <DeleteItemDialog
        type="slide"
        dialog={deleting}
        remove={remove}
        finalFocus={returnFocus.finalFocus}
      />
    </>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="figures text-table text-muted">
      {messages.count(count, newsLimits.slides)}
    </span>
  );
}

/**
 * Returns a function that moves a slide. The focus stays on the button that was pressed, or moves to the
 * other one of the slide if that is disabled at an end of the list.
 */
function useMover(slides: readonly StaffNewsSlide[] | undefined) {
  const move = useMoveSlide();
  const pressed = useRef<{ id: number; direction: Direction; place: number } | null>(null);
  useEffect(() => {
    const { current } = pressed;
    if (current === null || slides === undefined) return;
    const { id, direction } = current;
    if (placeOf(slides, id) === current.place) return;
    pressed.current = null;
    const button = (way: Direction) =>
      document.querySelector<HTMLElement>(`[data-move="${String(id)}-${way}"]:enabled`);
    (button(direction) ?? button(direction === 'up' ? 'down' : 'up'))?.focus();
  }, [slides]);
  return ({ id, title }: StaffNewsSlide, direction: Direction) => {
    if (move.isPending || slides === undefined) return;
    pressed.current = { id, direction, place: placeOf(slides, id) };
    const onSuccess = (data: { slides: readonly StaffNewsSlide[] }) => {
      const place = newsPageMessages.order(placeOf(data.slides, id), data.slides.length);
      announcements.announce(title, place);
    };
    move.mutate({ id, direction }, { onSuccess });
  };
}

function placeOf(slides: readonly StaffNewsSlide[], id: number): number {
  return slides.findIndex((slide) => slide.id === id) + 1;
}

function SlideRow(props: {
  slide: StaffNewsSlide;
  place: number;
  count: number;
  onMove: (direction: Direction) => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { slide, place, count, onMove } = props;
  const { id, title, href, visibleFrom, visibleUntil } = slide;
  const period = periodText(visibleFrom, visibleUntil);
  return (
    <NewsRow
      actions={
        <>
          <IconButton
            label={messages.moveUp(title)}
            disabled={place === 1}
            data-move={`${String(id)}-up`}
            onClick={() => onMove('up')}
          >
            <ArrowUp aria-hidden="true" />
          </IconButton>
          <IconButton
            label={messages.moveDown(title)}
            disabled={place === count}
            data-move={`${String(id)}-down`}
            onClick={() => onMove('down')}
          >
            <ArrowDown aria-hidden="true" />
          </IconButton>
          <IconButton label={newsPageMessages.edit(title)} onClick={props.onEdit}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label={newsPageMessages.remove(title)} isDestructive onClick={props.onDelete}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <RowTexts
        title={title}
        text={slide.text}
        details={
          <>
            <StateBadge state={slide.state} />
            {period !== undefined && <span>{period}</span>}
            {href !== null && <span className="min-w-0 break-all">{href}</span>}
          </>
        }
      />
    </NewsRow>
  );
}
