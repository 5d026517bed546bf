"""The table as it is to be seen: every sentence said, every button lit or greyed by the engine."""

from __future__ import annotations

from scala40.actions import Action, Attach, Discard, Lay, PutBack, Swap, Take
from scala40.cards import cards
from scala40.errors import Refused
from scala40.levels import LEVELS
from scala40.melds import readings
from scala40.messages import Catalogue
from scala40.score import side_of
from scala40.turn import may, why_not

from . import scene
from .link import Invitation, link_to
from .opponents import title
from .order import ordered
from .table import Asked, Table
from .words import YOU, ending, prompt, said, standing, told, victory


class Picture:
    """Draws up the scene of a table.

    Args:
        table: what there is.
        settings: how the person likes to see it.
        words: the language of the sentences.
        panel: what lies over it.
    """

    def __init__(
        self, table: Table, settings: scene.Settings, words: Catalogue, panel: scene.Panel
    ) -> None:
        self._table = table
        self._settings = settings
        self._words = words
        self._panel = panel

    def draw(self) -> scene.TableScene:
        """All that is to be seen."""
        table = self._table
        state, match, t = table.state, table.match, self._words.text
        chosen = table.chosen_cards()
        throw = Discard(chosen[0]) if len(chosen) == 1 and not table.staged else None
        names = self._names
        may_take = bool(table.mine and state.discard and may(state, Take(state.discard[-1])))
        goal = 0 if state.opened[YOU] else match.rules.opening_points
        total = sum(staged.meld.points for staged in table.staged)
        return scene.TableScene(
            heading=t(
                "Hand {hand} · to {target} · deal {deal}",
                hand=len(match.scores) + (state.end is None),
                target=match.rules.target,
                deal=match.deal,
            ),
            opponents=tuple(self._seat(seat) for seat in range(1, len(match.names))),
            me=self._seat(YOU),
            stock=len(state.stock),
            stock_lit=table.mine and not state.drawn,
            discard=state.discard,
            discard_lit=may_take,
            melds=tuple(self._meld(number) for number in range(len(state.melds))),
            hand=self._hand(table),
            staged=tuple(
                scene.Staged(index, staged.meld.cards, staged.meld.points)
                for index, staged in enumerate(table.staged)
            ),
            staged_text=(
                t("{points} of {needed}", points=total, needed=goal)
                if goal
                else t("{points} points", points=total)
            ),
            staged_goal=goal,
            prompt=prompt(state, names, may_take, self._words),
            notice=table.notice,
            actions=self._actions(table),
            hint=self._hint(table),
            log=tuple(told(event, names, self._words) for event in match.hand.events),
            question=self._question(table.asked),
            sheet=self._sheet(table) if state.end is not None else None,
            panel=self._panel,
            settings=self._settings,
            preset=str(match.rules).partition(";")[0],
            links=self._links() if self._panel == "menu" else (),
            lay_lit=table.mine and state.drawn and bool(readings(chosen, match.rules)),
            throw_lit=table.mine and throw is not None and may(state, throw),
            draw_for_deal=self._draw_for_deal(),
            draw_text=t("{name} drew the lowest card and deals.", name=names[match.dealer])
            if match.dealer != YOU
            else t("You drew the lowest card and deal."),
        )

    @property
    def _names(self) -> tuple[str, ...]:
        """The players' names, the person's own in the language of now."""
        return (self._words.text("You"), *self._table.match.names[1:])

    def _draw_for_deal(self) -> tuple[scene.DrawForDeal, ...]:
        table = self._table
        if not table.draws_for_deal:
            return ()
        rounds = table.match.draw_for_deal
        return tuple(
            scene.DrawForDeal(
                name,
                tuple(
                    c
                    for seats, held in rounds
                    for s, c in zip(seats, held, strict=True)
                    if s == seat
                ),
                lowest=seat == table.match.dealer,
            )
            for seat, name in enumerate(self._names)
        )

    def _links(self) -> tuple[tuple[str, str], ...]:
        """Links to the deal, and to the position where the person is to act."""
        table, t = self._table, self._words.text
        match = table.match
        rivals = tuple(
            scene.Rival(name, table.level_of(seat)) for seat, name in enumerate(match.names) if seat
        )
        game = Invitation(str(match.rules), str(match.deal), rivals, match.position)
        links = [(t("Copy the link to this match"), link_to(game))]
        if table.mine:
            from scala40.position import position_text

            here = game._replace(position=position_text(table.state))
            links.append((t("Copy the link to this position"), link_to(here)))
        return tuple(links)

    def _seat(self, seat: int) -> scene.Seat:
        match, state = self._table.match, self._table.state
        level = self._table.level_of(seat)
        last = next((e for e in reversed(match.hand.events) if e.seat == seat), None)
        return scene.Seat(
            seat,
            self._names[seat],
            cards=len(state.hands[seat]),
            total=match.total_of(seat),
            opened=state.opened[seat],
            acting=state.end is None and state.seat == seat,
            dealer=match.dealer == seat,
            out=seat not in state.order,
            said=said(last, self._words) if last else "",
            level=title(level, self._words) if seat != YOU else "",
            strength=LEVELS.index(level) + 1 if seat != YOU else 0,
        )

    def _hand(self, table: Table) -> tuple[scene.HandCard, ...]:
        fresh = self._fresh_key(table)
        held = ordered(table, self._settings.order)
        return tuple(
            scene.HandCard(key, c, chosen=key in table.chosen, fresh=key == fresh)
            for key, c in held
        )

    def _fresh_key(self, table: Table) -> str | None:
        """The card that came this turn; of two twins the last."""
        if not table.mine or not table.state.drawn:
            return None
        for event in reversed(table.match.hand.events):
            came = event.action.card if isinstance(event.action, Take) else event.drawn
            if came is not None:
                return max((key for key, c in table.hand().items() if c == came), default=None)
        return None

    def _meld(self, number: int) -> scene.TableMeld:
        table = self._table
        state = table.state
        meld, owner = state.melds[number], state.owners[number]
        chosen = table.chosen_cards()
        return scene.TableMeld(
            number + 1,
            self._names[owner],
            owner == YOU,
            meld.cards,
            meld.points,
            lit=len(chosen) == 1 and bool(self._table.places(chosen[0], number)),
            fresh=self._fresh_places(number),
        )

    def _fresh_places(self, number: int) -> tuple[int, ...]:
        """The places of a meld that the last action changed."""
        state, events = self._table.state, self._table.match.hand.events
        action = events[-1].action if events else None
        meld = state.melds[number]
        if isinstance(action, Lay) and number >= len(state.melds) - len(action.melds):
            return tuple(range(len(meld.cards)))
        if isinstance(action, Attach | Swap) and action.meld == number:
            if isinstance(action, Attach) and meld.is_run:
                at_low = action.end == "low" or meld.cards[0].face == action.card.face
                return (0 if at_low else len(meld.cards) - 1,)
            return tuple(place for place, c in enumerate(meld.cards) if c.face == action.card.face)
        return ()

    def _actions(self, table: Table) -> tuple[scene.Action, ...]:
        """The buttons of this moment; a greyed one says why, and again when it is pressed."""
        t, state = self._words.text, table.state
        if state.end is not None:
            return ()
        if not table.mine:
            return (scene.Action("hurry", t("Skip ahead")),)
        if not state.drawn:
            draw = scene.Action("draw", t("Draw"), primary=True)
            if not state.discard:
                return (draw,)
            take = Take(state.discard[-1])
            return (draw, self._button("take", t("Take {card}", card=take.card), take))
        chosen = table.chosen_cards()
        one = chosen[0] if len(chosen) == 1 else None
        meld = bool(readings(chosen, state.rules))
        if state.has_opened:
            fits = one is not None and bool(self._table.places(one, None))
            buttons = [
                scene.Action("lay", t("Lay"), enabled=meld, primary=meld),
                scene.Action("attach", t("Add to table"), enabled=fits, primary=fits),
            ]
        else:
            opening = Lay(tuple(staged.meld.cards for staged in table.staged))
            buttons = [
                scene.Action("stage", t("Put together"), enabled=meld, primary=meld),
                self._button("open", t("Open"), opening if table.staged else None),
            ]
            if self._settings.best and not table.staged:
                buttons.append(scene.Action("best", t("Best opening")))
        if state.taken is not None and state.rules.put_back:
            buttons.append(self._button("put-back", t("Put back"), PutBack()))
        if table.match.hand.can_undo:
            buttons.append(scene.Action("undo", t("Undo")))
        throw = Discard(one) if one is not None and not table.staged else None
        return (*buttons, self._button("discard", t("Discard"), throw))

    def _hint(self, table: Table) -> scene.Action | None:
        """What asks the coach, or switches it on."""
        t = self._words.text
        if table.state.end is not None:
            return None
        if self._settings.teach == "off":
            return scene.Action("hint", t("Teach me"))
        if table.mine:
            return scene.Action("hint", t("Hint"))
        reason = Refused("not-your-turn", name=table.match.names[table.state.seat])
        return scene.Action("hint", t("Hint"), enabled=False, why=self._words.reason(reason))

    def _button(self, verb: str, label: str, action: Action | None) -> scene.Action:
        """A button for an action of the engine, which says whether it is lit, or for none yet."""
        if action is None:
            return scene.Action(verb, label, enabled=False)
        reason = why_not(self._table.state, action)
        if reason is None:
            return scene.Action(verb, label, primary=verb in ("open", "discard"))
        return scene.Action(verb, label, enabled=False, why=self._words.reason(reason))

    def _question(self, asked: Asked | None) -> scene.Question | None:
        if asked is None:
            return None
        return scene.Question(
            asked.title,
            tuple(
                scene.Choice(index, label, cards(held))
                for index, (label, held, _) in enumerate(asked.choices)
            ),
        )

    def _sheet(self, table: Table) -> scene.ScoreSheet:
        t, match = self._words.text, table.match
        score, winners = match.scores[-1], match.winners
        rows = tuple(
            scene.ScoreRow(
                self._names[seat],
                score.left[seat],
                score.points[seat],
                score.totals[side_of(seat, match.rules)],
                standing(score, seat, seat in match.out, self._words),
                closed=score.closer == seat,
                out=seat in match.out,
                mine=seat == YOU,
            )
            for seat in range(len(match.names))
            if winners or seat in table.state.order
        )
        how = ending(score, self._names, self._words)
        hand = t("Hand {hand} · to {target}", hand=len(match.scores), target=match.rules.target)
        if winners:
            title = victory(winners, self._names, self._words)
            subtitle = f"{how} · {hand}"
            buttons = [
                scene.Action("rematch", t("Rematch"), primary=True),
                scene.Action("leave", t("Menu")),
            ]
        else:
            title, subtitle = how, hand
            buttons = [scene.Action("next", t("Next hand"), primary=True)]
            if YOU in match.out:
                buttons.append(scene.Action("finish", t("Show who wins")))
        if YOU in table.state.order:
            buttons.append(scene.Action("look-back", t("Look back")))
        return scene.ScoreSheet(title, subtitle, rows, tuple(buttons), bool(winners))
