"""Ranks of staff: who gives which to whom, and what the log keeps of it."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import StaffAction, User
from accounts.ranks import GROUPS, Rank, rank_held, rank_of, senior_refusal
from accounts.services import rank_give
from tests.factories import a_guest, a_user
from wire.errors import Forbidden, Refused

pytestmark = pytest.mark.django_db

ADDRESS = "/admin/accounts/user/{}/change/"


def ranked(name: str, rank: Rank) -> User:
    """Somebody of this rank, with the rights of his group."""
    user = a_user(name, is_staff=rank is not Rank.PLAYER)
    group, _is_new = Group.objects.get_or_create(name=rank.name.lower())
    names = ["view_user", "view_staffaction"]
    if rank is Rank.OPERATOR:
        names.append("change_user")
    group.permissions.add(*Permission.objects.filter(codename__in=names))
    user.groups.add(group)
    return user


@pytest.fixture
def olga(db: None) -> User:
    """An operator."""
    for name in GROUPS:
        Group.objects.get_or_create(name=name)
    return ranked("olga", Rank.OPERATOR)


@pytest.fixture
def her_desk(client: Client, olga: User) -> Client:
    """Olga's browser."""
    client.force_login(olga)
    return client


def asked(user: User, **changes: str) -> dict[str, str]:
    """The form of somebody's page as it stands, with changes."""
    form = {
        "username": user.username,
        "email": user.email,
        "is_active": "on",
        "rank": str(int(rank_held(user))),
        "reason": "Has helped for a year.",
    }
    return form | changes


def test_an_operator_makes_a_moderator_and_the_log_says_what_was_before(
    her_desk, olga, alice
) -> None:
    her_desk.post(ADDRESS.format(alice.pk), asked(alice, rank="1"))
    assert rank_of(User.objects.get(pk=alice.pk)) is Rank.MODERATOR
    action = StaffAction.objects.get(act="rank.give")
    assert (action.actor, action.subject) == (olga, "user:alice")
    assert action.details == {"before": {"rank": "player"}, "after": {"rank": "moderator"}}


def test_a_rank_is_taken_away_with_everything_that_came_with_it(her_desk, alice) -> None:
    moderator = ranked("mia", Rank.MODERATOR)
    her_desk.post(ADDRESS.format(moderator.pk), asked(moderator, rank="0"))
    mia = User.objects.get(pk=moderator.pk)
    assert (mia.is_staff, mia.groups.count()) == (False, 0)
    assert not mia.has_perm("accounts.view_user")


def test_only_ranks_below_ones_own_are_offered_and_taken(her_desk, olga, alice) -> None:
    page = her_desk.get(ADDRESS.format(alice.pk)).content.decode()
    assert '<option value="2">' in page
    assert '<option value="3">' not in page
    her_desk.post(ADDRESS.format(alice.pk), asked(alice, rank="3"))
    with pytest.raises(Refused) as refusal:
        rank_give(actor=olga, user=alice, rank=Rank.OPERATOR, reason="She asked.")
    assert refusal.value.code == "staff.rank"
    assert rank_of(User.objects.get(pk=alice.pk)) is Rank.PLAYER


def test_a_moderator_cannot_make_himself_a_director(client, olga) -> None:
    mia = ranked("mia", Rank.MODERATOR)
    mia.user_permissions.add(Permission.objects.get(codename="change_user"))
    client.force_login(mia)
    assert client.post(ADDRESS.format(mia.pk), asked(mia, rank="2")).status_code == 403
    with pytest.raises(Refused) as refusal:
        rank_give(actor=User.objects.get(pk=mia.pk), user=mia, rank=Rank.DIRECTOR, reason="Mine.")
    assert refusal.value.code == "staff.self"
    assert rank_of(User.objects.get(pk=mia.pk)) is Rank.MODERATOR


def test_a_moderator_without_the_permission_gives_no_rank(olga, alice) -> None:
    with pytest.raises(Forbidden):
        rank_give(
            actor=ranked("mia", Rank.MODERATOR), user=alice, rank=Rank.PLAYER, reason="No reason."
        )


@pytest.mark.parametrize("change", [{"email": "eve@example.org"}, {"username": "eve"}])
def test_nobody_changes_his_equal_or_his_senior(her_desk, change) -> None:
    other = ranked("otto", Rank.OPERATOR)
    chief = User.objects.create_superuser("carl")
    for senior in (other, chief):
        answer = her_desk.post(ADDRESS.format(senior.pk), asked(senior, **change))
        assert answer.status_code == 403
        assert her_desk.get(f"/admin/accounts/user/{senior.pk}/password/").status_code == 403
        assert User.objects.get(pk=senior.pk).username == senior.username


def test_a_closed_account_keeps_the_rank_by_which_it_is_guarded(her_desk, olga) -> None:
    chief = User.objects.create_superuser("carl")
    User.objects.filter(pk=chief.pk).update(is_active=False)
    chief.refresh_from_db()
    assert (rank_of(chief), rank_held(chief)) == (Rank.PLAYER, Rank.CHIEF)
    no = senior_refusal(olga, chief)
    assert no is not None
    assert no.code == "staff.senior"
    assert her_desk.post(ADDRESS.format(chief.pk), asked(chief)).status_code == 403


def test_only_a_superuser_makes_another(desk, her_desk, alice, dora) -> None:
    client = Client()
    client.force_login(dora)
    client.post(ADDRESS.format(alice.pk), asked(alice, rank="4"))
    assert User.objects.get(pk=alice.pk).is_superuser


def test_a_guest_and_a_bot_have_no_rank(olga) -> None:
    with pytest.raises(Refused) as refusal:
        rank_give(actor=olga, user=a_guest(), rank=Rank.MODERATOR, reason="Nice person.")
    assert refusal.value.code == "staff.bot"


def test_a_change_without_a_reason_is_not_made(her_desk, alice) -> None:
    page = her_desk.post(ADDRESS.format(alice.pk), asked(alice, rank="1", reason=" "))
    assert "Please say why" in page.content.decode()
    assert rank_of(User.objects.get(pk=alice.pk)) is Rank.PLAYER


def test_a_member_may_be_let_to_make_private_events(her_desk, alice) -> None:
    organise = Permission.objects.get(codename="organise_event")
    her_desk.post(ADDRESS.format(alice.pk), asked(alice, single=str(organise.pk)))
    assert User.objects.get(pk=alice.pk).has_perm("tournaments.organise_event")
    her_desk.post(ADDRESS.format(alice.pk), asked(alice))
    assert not User.objects.get(pk=alice.pk).has_perm("tournaments.organise_event")
    before_after = [action.details for action in StaffAction.objects.order_by("pk")]
    assert before_after[0]["after"] == {"may": ["tournaments.organise_event"]}
    assert before_after[1]["after"] == {"may": []}


def test_what_is_not_given_singly_cannot_be_slipped_into_the_form(her_desk, alice) -> None:
    audit = Permission.objects.get(codename="audit_books")
    her_desk.post(ADDRESS.format(alice.pk), asked(alice, single=str(audit.pk)))
    assert not User.objects.get(pk=alice.pk).user_permissions.exists()


def test_the_log_keeps_a_change_of_name_and_no_address(her_desk, alice) -> None:
    change = asked(alice, username="alisa", email="alisa@example.org")
    her_desk.post(ADDRESS.format(alice.pk), change)
    action = StaffAction.objects.get(act="user.change")
    assert action.details["before"]["username"] == "alice"
    assert action.details["after"]["username"] == "alisa"
    assert "example.org" not in str(action.details)


def test_a_password_set_at_the_desk_is_in_the_log(her_desk, alice) -> None:
    secret = {"password1": "correct horse battery", "password2": "correct horse battery"}
    her_desk.post(
        f"/admin/accounts/user/{alice.pk}/password/", secret | {"usable_password": "true"}
    )
    action = StaffAction.objects.get(act="user.change")
    assert action.details["after"] == {"password": "another"}
    assert "battery" not in str(action.details)


def test_who_may_only_look_sees_rank_and_no_address(client, olga, alice) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    client.force_login(ranked("mia", Rank.MODERATOR))
    page = client.get(ADDRESS.format(olga.pk)).content.decode()
    assert "operator" in page
    assert "alice@example.org" not in client.get(ADDRESS.format(alice.pk)).content.decode()


def test_who_may_only_look_cannot_find_out_an_address(client, olga, alice) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    people = "/admin/accounts/user/"
    client.force_login(olga)
    assert "alice" in client.get(people, {"q": "alice@example.org"}).content.decode()
    client.force_login(ranked("mia", Rank.MODERATOR))
    assert ">alice<" not in client.get(people, {"q": "alice@example.org"}).content.decode()
    for guess in ({"email__startswith": "alice@"}, {"password__startswith": "md5"}):
        assert client.get(people, guess).status_code in (302, 400)


def test_the_staff_log_shows_before_and_after_as_text(her_desk, olga, alice) -> None:
    her_desk.post(ADDRESS.format(alice.pk), asked(alice, rank="1", reason="<b>Well</b> done."))
    action = StaffAction.objects.get(act="rank.give")
    listed = her_desk.get("/admin/accounts/staffaction/", {"q": "user:alice"}).content.decode()
    assert "rank: player → moderator" in listed
    assert "&lt;b&gt;Well&lt;/b&gt; done." in listed
    page = her_desk.get(f"/admin/accounts/staffaction/{action.pk}/change/").content.decode()
    assert '<th scope="row">rank</th><td>player</td><td>moderator</td>' in page
    assert 'name="_save"' not in page


def test_the_staff_log_is_filtered_by_person_act_and_time(her_desk, olga, alice) -> None:
    her_desk.post(ADDRESS.format(alice.pk), asked(alice, rank="1"))
    address = "/admin/accounts/staffaction/"
    assert "user:alice" in her_desk.get(address, {"actor": olga.pk}).content.decode()
    assert "user:alice" not in her_desk.get(address, {"actor": alice.pk}).content.decode()
    assert "user:alice" in her_desk.get(address, {"act__exact": "rank.give"}).content.decode()
    assert "user:alice" not in her_desk.get(address, {"act__exact": "no.act"}).content.decode()
    late = {"created_at__gte": "2999-01-01 00:00:00+00:00"}
    assert "user:alice" not in her_desk.get(address, late).content.decode()
